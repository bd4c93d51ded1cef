import { sql } from 'kysely';
import type { Db, Trx } from '../database/database.ts';
import { withTransaction } from '../database/transaction.ts';
import { appendEvents, type NewEvent } from '../events/outbox.ts';
import { deriveStatus } from '../status/derive.ts';
import { stableJson } from './content-hash.ts';
import { readDeviceFacts } from './device-facts.ts';
import { type DeviceRow, deviceRow, type ProjectionSettings } from './device-row.ts';
import { historyOf, writeHistory } from './history.ts';
import { COMPONENT_TYPES } from './object-types.ts';
import { readRoles } from './roles.ts';

const BATCH = 500;
/** Fields that `operational_status` is computed from. */
const STATUS_INPUTS: readonly (keyof DeviceRow)[] = ['netbox_status', 'role', 'device_class', 'deleted_at'];

/** Computes the queued devices anew, in batches, until the queue is empty. Answers how many rows changed. */
export async function projectRequeued(
  db: Db,
  settings: ProjectionSettings,
  now: () => Date,
  signal?: AbortSignal,
): Promise<number> {
  let changed = 0;
  for (;;) {
    signal?.throwIfAborted();
    const batch = await withTransaction(db, (trx) => projectBatch(trx, settings, now()));
    if (batch === null) return changed;
    changed += batch;
  }
}

/** Null when the queue was empty. */
async function projectBatch(trx: Trx, settings: ProjectionSettings, at: Date): Promise<number | null> {
  const queued = await sql<{ id: number; causes: string[] }>`
    delete from inventory_requeue where device_netbox_id in
      (select device_netbox_id from inventory_requeue order by device_netbox_id limit ${BATCH} for update)
    returning device_netbox_id as id, causes
  `.execute(trx);
  if (queued.rows.length === 0) return null;
  const causes = new Map(queued.rows.map((row) => [row.id, row.causes]));
  const ids = [...causes.keys()];
  const facts = await readDeviceFacts(trx, ids);
  const held = await heldRows(trx, ids);
  const neighbours = { roles: await readRoles(trx), tags: await readTagSlugs(trx) };

  const rows = facts
    // Never mirrored while it lived: nobody has heard of it, so nobody needs to hear that it is gone.
    .filter((fact) => fact.tombstonedAt === null || held.has(fact.netboxId))
    .map((fact) => {
      const before = held.get(fact.netboxId);
      const after = deviceRow(fact, neighbours, settings, before);
      return { before, after, reason: fact.tombstoneReason, fields: before ? changedFields(before, after) : [] };
    });
  const written = rows.filter(({ before, fields }) => before === undefined || fields.length > 0);
  const uuids = await writeRows(
    trx,
    written.map(({ after }) => after),
    at,
  );

  const events: NewEvent[] = [];
  const history: ReturnType<typeof historyOf> = [];
  const rejudge: string[] = [];
  for (const { before, after, reason, fields } of rows) {
    const deviceId = before?.id ?? uuids.get(after.netbox_id);
    if (deviceId === undefined) continue;
    const components = (causes.get(after.netbox_id) ?? []).filter((cause) =>
      COMPONENT_TYPES.some((type) => type === cause),
    );
    const event = eventOf(before, after, { deviceId, fields, components, reason });
    if (event !== undefined) events.push(event);
    if (before !== undefined) history.push(...historyOf(deviceId, before, after, reason));
    if (before === undefined || STATUS_INPUTS.some((field) => fields.includes(field))) rejudge.push(deviceId);
  }
  await writeHistory(trx, history, at);
  const derived =
    rejudge.length === 0 ? [] : await deriveStatus(trx, rejudge, { cause: 'the device changed in NetBox', now: at });
  await appendEvents(trx, [...events, ...derived]);
  return written.length;
}

type HeldRow = Awaited<ReturnType<typeof heldRows>> extends ReadonlyMap<number, infer R> ? R : never;

async function heldRows(trx: Trx, netboxIds: readonly number[]) {
  const rows = await trx
    .selectFrom('devices')
    .select(['id', 'netbox_id', 'name', 'serial', 'asset_tag', 'site_slug', 'location', 'rack', 'position', 'role'])
    .select(['device_class', 'device_type', 'cluster', 'netbox_status', 'tags', 'platform_class', 'primary_ip'])
    .select(['oob_ip', 'macs', 'addresses', 'custom_fields', 'netbox_url', 'search', 'deleted_at'])
    .where('netbox_id', '=', sql<number>`any(${netboxIds}::bigint[])`)
    .execute();
  return new Map(
    rows.map((row) => [row.netbox_id, { ...row, deleted_at: row.deleted_at?.toISOString() ?? null }] as const),
  );
}

async function readTagSlugs(trx: Trx): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; slug: string }>`
    select netbox_id as id, content ->> 'slug' as slug from inventory_objects
    where object_type = 'extras.tag' and tombstoned_at is null
  `.execute(trx);
  return new Map(rows.map((row) => [row.id, row.slug]));
}

function changedFields(before: HeldRow, after: DeviceRow): readonly (keyof DeviceRow)[] {
  const columns: readonly (keyof DeviceRow)[] = [
    ...(['name', 'serial', 'asset_tag', 'site_slug', 'location', 'rack', 'position', 'role', 'device_class'] as const),
    ...(['device_type', 'cluster', 'netbox_status', 'tags', 'platform_class', 'primary_ip', 'oob_ip', 'macs'] as const),
    ...(['addresses', 'custom_fields', 'netbox_url', 'search', 'deleted_at'] as const),
  ];
  return columns.filter((column) => stableJson(before[column]) !== stableJson(after[column]));
}

function eventOf(
  before: HeldRow | undefined,
  after: DeviceRow,
  detail: {
    readonly deviceId: string;
    readonly fields: readonly string[];
    readonly components: readonly string[];
    readonly reason: string | null;
  },
): NewEvent | undefined {
  const { deviceId, fields, components, reason } = detail;
  const place = { siteSlug: after.site_slug, deviceId };
  const { name } = after;
  if (before === undefined) return { ...place, kind: 'device.created', data: { name } };
  if (before.deleted_at === null && after.deleted_at !== null) {
    return { ...place, kind: 'device.deleted', data: { name, reason } };
  }
  if (before.deleted_at !== null && after.deleted_at === null) {
    return { ...place, kind: 'device.created', data: { name, restored: true } };
  }
  // The search text only repeats other fields.
  const told = fields.filter((field) => field !== 'search');
  if (told.length === 0 && components.length === 0) return undefined;
  return { ...place, kind: 'device.changed', data: { name, fields: told, components } };
}

async function writeRows(trx: Trx, rows: readonly DeviceRow[], at: Date): Promise<ReadonlyMap<number, string>> {
  if (rows.length === 0) return new Map();
  const { rows: written } = await sql<{ id: string; netbox_id: number }>`
    insert into devices (netbox_id, name, serial, asset_tag, site_slug, location, rack, position, role, device_class,
      device_type, cluster, netbox_status, tags, platform_class, primary_ip, oob_ip, macs, addresses, custom_fields,
      netbox_url, search, deleted_at, mirrored_at, changed_at)
    select r.*, ${at}::timestamptz, ${at}::timestamptz from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      netbox_id bigint, name text, serial text, asset_tag text, site_slug text, location text, rack text,
      position float8, role text, device_class text, device_type text, cluster text, netbox_status text, tags text[],
      platform_class text, primary_ip text, oob_ip text, macs text[], addresses text[], custom_fields jsonb,
      netbox_url text, search text, deleted_at timestamptz)
    order by r.netbox_id
    on conflict (netbox_id) do update set
      name = excluded.name, serial = excluded.serial, asset_tag = excluded.asset_tag, site_slug = excluded.site_slug,
      location = excluded.location, rack = excluded.rack, position = excluded.position, role = excluded.role,
      device_class = excluded.device_class, device_type = excluded.device_type, cluster = excluded.cluster,
      netbox_status = excluded.netbox_status, tags = excluded.tags, platform_class = excluded.platform_class,
      primary_ip = excluded.primary_ip, oob_ip = excluded.oob_ip, macs = excluded.macs, addresses = excluded.addresses,
      custom_fields = excluded.custom_fields, netbox_url = excluded.netbox_url, search = excluded.search,
      deleted_at = excluded.deleted_at, mirrored_at = excluded.mirrored_at, changed_at = excluded.changed_at,
      version = devices.version + 1
    returning id, netbox_id
  `.execute(trx);
  return new Map(written.map((row) => [row.netbox_id, row.id]));
}
