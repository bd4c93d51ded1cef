import { sql } from 'kysely';
import type { Db, Trx } from '../database/database.ts';
import { appendEvents, type NewEvent } from '../events/outbox.ts';
import type { MirroredType } from './object-types.ts';

/** Direct looks that find nothing count as proof of a deletion only this many polls apart. */
const POLLS_APART = 2;
const SUDDEN_SHARE = 0.2;
const SUDDEN_COUNT = 10;

export interface Absence {
  /** Live objects that the complete walk did not meet, ascending. */
  readonly ids: readonly number[];
  /** Live objects of the type. */
  readonly live: number;
}

/** Which live objects of a type are absent from a **complete** walk. The walk may have met more than the mirror holds. */
export async function absentFrom(db: Db | Trx, objectType: MirroredType, seen: ReadonlySet<number>): Promise<Absence> {
  const { rows } = await sql<{ id: number; live: number; absent: boolean }>`
    select o.netbox_id as id, s.id is null as absent
    from inventory_objects o
    left join unnest(${[...seen]}::bigint[]) as s (id) on s.id = o.netbox_id
    where o.object_type = ${objectType} and o.tombstoned_at is null
    order by o.netbox_id
  `.execute(db);
  return { ids: rows.filter((row) => row.absent).map((row) => row.id), live: rows.length };
}

/**
 * So many at once are rather a narrowed permission, a filter gone wrong or a restored backup than deletions: more than a
 * fifth of the type, and more than ten.
 */
export function isSuddenDrop(absence: Absence): boolean {
  return absence.ids.length > SUDDEN_COUNT && absence.ids.length > SUDDEN_SHARE * absence.live;
}

/** Forgets suspicions about everything that is not absent any more, and tells of the devices among them. */
export async function forgetPresent(trx: Trx, objectType: MirroredType, absent: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    delete from inventory_missing where object_type = ${objectType} and not netbox_id = any(${absent}::bigint[])
    returning netbox_id as id
  `.execute(trx);
  if (objectType !== 'dcim.device' || rows.length === 0) return;
  await appendEvents(
    trx,
    await missingEvents(
      trx,
      rows.map((row) => row.id),
      null,
    ),
  );
}

/** One event for each live device, so that whoever looks at it learns at once that NetBox has lost or found it. */
export async function missingEvents(trx: Trx, netboxIds: readonly number[], since: Date | null): Promise<NewEvent[]> {
  const devices = await trx
    .selectFrom('devices')
    .select(['id', 'name', 'site_slug'])
    .where('netbox_id', 'in', [...netboxIds])
    .where('deleted_at', 'is', null)
    .execute();
  return devices.map((device) => ({
    kind: 'device.changed' as const,
    siteSlug: device.site_slug,
    deviceId: device.id,
    data: { name: device.name, fields: ['missingSince'], components: [], missingSince: since?.toISOString() ?? null },
  }));
}

/** Notes that direct looks found nothing. Answers the ids whose deletion that, with an earlier look, proves. */
export async function noteNothingFound(
  trx: Trx,
  objectType: MirroredType,
  netboxIds: readonly number[],
  poll: number,
  at: Date,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number; firstPoll: number }>`
    insert into inventory_missing as m (object_type, netbox_id, first_missed_at, first_poll)
    select ${objectType}, id, ${at}, ${poll}::bigint from unnest(${netboxIds}::bigint[]) as ids (id)
    on conflict (object_type, netbox_id) do update set looks = m.looks + 1
    returning netbox_id as id, first_poll as "firstPoll"
  `.execute(trx);
  const firstSeen = rows.filter((row) => row.firstPoll === poll).map((row) => row.id);
  if (firstSeen.length > 0 && objectType === 'dcim.device') {
    await appendEvents(trx, await missingEvents(trx, firstSeen, at));
  }
  return rows.filter((row) => poll - row.firstPoll >= POLLS_APART).map((row) => row.id);
}
