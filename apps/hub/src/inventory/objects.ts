import { sql } from 'kysely';
import type { Trx } from '../database/database.ts';
import { appendEvents } from '../events/outbox.ts';
import { affectedDevices } from './affected-devices.ts';
import { contentHash } from './content-hash.ts';
import { COMPONENT_TYPES, type MirroredType } from './object-types.ts';
import { requeueDevices } from './requeue.ts';
import { projectSites } from './sites.ts';

/** One NetBox object as the mirror keeps it. `content` is our slim record of it, without its time of change. */
export interface InventoryRow {
  readonly netboxId: number;
  readonly deviceId: number | null;
  readonly siteId: number | null;
  readonly content: Readonly<Record<string, unknown>>;
}

/** A row that differs from what was held. `before` is null for a new one. */
export interface ChangedRow {
  readonly netboxId: number;
  readonly kind: 'created' | 'changed' | 'restored' | 'tombstoned';
  readonly before: Omit<InventoryRow, 'netboxId'> | null;
  readonly after: Omit<InventoryRow, 'netboxId'> | null;
}

export interface ApplyContext {
  /** The poll or sweep that writes. */
  readonly generation: number;
  readonly at: Date;
}

/**
 * Brings the mirror of one type up to these rows and queues the devices that show them. Rows that are equal to what is held
 * write nothing. A tombstoned row that is given again lives again. Answers what changed.
 */
export async function applyObjects(
  trx: Trx,
  objectType: MirroredType,
  rows: readonly InventoryRow[],
  context: ApplyContext,
): Promise<readonly ChangedRow[]> {
  if (rows.length === 0) return [];
  const given = rows.map((row) => ({
    ...row,
    hash: contentHash([row.content, row.deviceId, row.siteId]),
  }));
  const held = await heldOf(trx, objectType, given);
  const unequal = given.filter((row) => {
    const before = held.get(row.netboxId);
    return before === undefined || before.hash !== row.hash || before.tombstoned;
  });
  if (unequal.length === 0) return [];
  await write(trx, objectType, unequal, context);
  const changes = unequal.map((row): ChangedRow => {
    const before = held.get(row.netboxId);
    return {
      netboxId: row.netboxId,
      kind: before === undefined ? 'created' : before.tombstoned ? 'restored' : 'changed',
      before: before ?? null,
      after: { deviceId: row.deviceId, siteId: row.siteId, content: row.content },
    };
  });
  await afterChange(trx, objectType, changes);
  return changes;
}

/**
 * Marks live rows as gone, with the reason in words for people; those already gone are left as they are. The components of a
 * device go with it. The caller must hold proof (invariant I1): this function asks for none.
 */
export async function tombstoneObjects(
  trx: Trx,
  objectType: MirroredType,
  netboxIds: readonly number[],
  context: ApplyContext & { readonly reason: string },
): Promise<readonly ChangedRow[]> {
  if (netboxIds.length === 0) return [];
  const { rows } = await sql<HeldRow>`
    update inventory_objects
    set tombstoned_at = ${context.at}, tombstone_reason = ${context.reason}, generation = ${context.generation}, changed_at = ${context.at}
    where object_type = ${objectType} and netbox_id = any(${netboxIds}::bigint[]) and tombstoned_at is null
    returning netbox_id as "netboxId", device_netbox_id as "deviceId", site_netbox_id as "siteId", content
  `.execute(trx);
  const changes = rows.map(
    ({ netboxId, ...before }): ChangedRow => ({ netboxId, kind: 'tombstoned', before, after: null }),
  );
  if (objectType === 'dcim.device' && changes.length > 0) {
    await sql`
      update inventory_objects
      set tombstoned_at = ${context.at}, tombstone_reason = 'its device is no longer mirrored',
          generation = ${context.generation}, changed_at = ${context.at}
      where object_type = any(${COMPONENT_TYPES}::text[]) and tombstoned_at is null
        and device_netbox_id = any(${changes.map((change) => change.netboxId)}::bigint[])
    `.execute(trx);
  }
  await afterChange(trx, objectType, changes);
  return changes;
}

interface HeldRow {
  readonly netboxId: number;
  readonly deviceId: number | null;
  readonly siteId: number | null;
  readonly content: Record<string, unknown>;
}

async function heldOf(
  trx: Trx,
  objectType: MirroredType,
  given: readonly { readonly netboxId: number; readonly hash: string }[],
): Promise<ReadonlyMap<number, HeldRow & { readonly hash: string; readonly tombstoned: boolean }>> {
  // The content is read only where it differs: it tells which devices a row has left.
  const pairs = JSON.stringify(given.map((row) => ({ id: row.netboxId, hash: row.hash })));
  const { rows } = await sql<HeldRow & { hash: string; tombstoned: boolean }>`
    select o.netbox_id as "netboxId", o.device_netbox_id as "deviceId", o.site_netbox_id as "siteId", o.content_hash as hash,
           o.tombstoned_at is not null as tombstoned,
           case when o.content_hash <> g.hash then o.content else '{}'::jsonb end as content
    from jsonb_to_recordset(${pairs}::jsonb) as g (id bigint, hash text)
    join inventory_objects o on o.object_type = ${objectType} and o.netbox_id = g.id
  `.execute(trx);
  return new Map(rows.map((row) => [row.netboxId, row]));
}

async function write(
  trx: Trx,
  objectType: MirroredType,
  rows: readonly (InventoryRow & { readonly hash: string })[],
  context: ApplyContext,
): Promise<void> {
  const json = JSON.stringify(
    rows.map((row) => ({
      id: row.netboxId,
      device: row.deviceId,
      site: row.siteId,
      content: row.content,
      hash: row.hash,
    })),
  );
  await sql`
    insert into inventory_objects
      (object_type, netbox_id, device_netbox_id, site_netbox_id, content, content_hash, generation, changed_at)
    select ${objectType}, r.id, r.device, r.site, r.content, r.hash, ${context.generation}, ${context.at}
    from jsonb_to_recordset(${json}::jsonb) as r (id bigint, device bigint, site bigint, content jsonb, hash text)
    on conflict (object_type, netbox_id) do update set
      device_netbox_id = excluded.device_netbox_id, site_netbox_id = excluded.site_netbox_id, content = excluded.content,
      content_hash = excluded.content_hash, generation = excluded.generation, changed_at = excluded.changed_at,
      tombstoned_at = null, tombstone_reason = null
  `.execute(trx);
}

async function afterChange(trx: Trx, objectType: MirroredType, changes: readonly ChangedRow[]): Promise<void> {
  if (changes.length === 0) return;
  await requeueDevices(trx, await affectedDevices(trx, objectType, changes), objectType);
  if (objectType === 'dcim.site') await projectSites(trx, changes);
  const count = (kind: ChangedRow['kind']) => changes.filter((change) => change.kind === kind).length;
  await appendEvents(trx, [
    {
      kind: 'inventory.changed',
      siteSlug: null,
      deviceId: null,
      data: {
        objectType,
        created: count('created'),
        changed: count('changed'),
        restored: count('restored'),
        removed: count('tombstoned'),
      },
    },
  ]);
}
