import type { ReportedCondition } from '@fleet-manager/contract/api/agents';
import type { ConditionStatus, ConditionType } from '@fleet-manager/domain/condition';
import { sql } from 'kysely';
import type { Trx } from '../database/database.ts';
import { EFFECTIVE_OBSERVED_AT } from './read.ts';

export interface ReportScope {
  readonly source: string;
  readonly scope: string;
  /** Sites whose devices the source may write; `all` for the hub's own. */
  readonly sites: readonly string[] | 'all';
}

export interface ConditionChange {
  readonly deviceId: string;
  readonly siteSlug: string;
  readonly name: string;
  readonly type: ConditionType;
  readonly oldStatus: ConditionStatus | null;
  readonly oldReason: string | null;
  readonly status: ConditionStatus;
  readonly reason: string;
}

export interface Diff {
  readonly changes: readonly ConditionChange[];
  /** Indexes into the batch that differ from what is held, and are to be written. */
  readonly write: readonly number[];
  readonly superseded: readonly number[];
  readonly unknownDevices: readonly string[];
}

/** One report of a scope at a time; released by the end of the transaction. */
export async function lockScope(trx: Trx, { source, scope }: Pick<ReportScope, 'source' | 'scope'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`conditions/${source}/${scope}`}, 0))`.execute(trx);
}

export function coverageOf(trx: Trx, { source, scope }: ReportScope) {
  return trx
    .selectFrom('condition_coverage')
    .selectAll()
    .where('source', '=', source)
    .where('scope', '=', scope)
    .executeTakeFirst();
}

const siteFilter = (sites: ReportScope['sites']) =>
  sites === 'all' ? sql`true` : sql`d.site_slug = any(${sites}::text[])`;

/** Compares a batch (one entry per device and type) with what is held; equal entries are not even sent back. */
export async function diffConditions(trx: Trx, scope: ReportScope, batch: readonly ReportedCondition[]): Promise<Diff> {
  const { rows } = await sql<{
    ord: number;
    deviceId: string;
    known: boolean;
    verdict: 'write' | 'superseded';
    siteSlug: string;
    name: string;
    oldStatus: ConditionStatus | null;
    oldReason: string | null;
  }>`
    select * from (
      select r.ord, r.device_id as "deviceId", d.id is not null as known, d.site_slug as "siteSlug", d.name,
        c.status as "oldStatus", c.reason as "oldReason",
        case
          when d.id is null or c.device_id is null then 'write'
          when not ((c.status, c.reason, c.message, c.evidence, c.scope, c.covered)
            is distinct from (r.status, r.reason, r.message, r.evidence, ${scope.scope}, true)) then 'same'
          when ${EFFECTIVE_OBSERVED_AT} > r.observed_at then 'superseded'
          else 'write'
        end as verdict
      from (
        select (e.ord - 1)::int as ord, (e.row ->> 'deviceId')::uuid as device_id, e.row ->> 'type' as type,
          e.row ->> 'status' as status, e.row ->> 'reason' as reason, e.row ->> 'message' as message,
          e.row -> 'evidence' as evidence, (e.row ->> 'observedAt')::timestamptz as observed_at
        from jsonb_array_elements(${JSON.stringify(batch)}::jsonb) with ordinality as e (row, ord)
      ) r
      left join devices d on d.id = r.device_id and ${siteFilter(scope.sites)}
      left join conditions c on c.device_id = d.id and c.type = r.type and c.source = ${scope.source}
      left join condition_coverage w on w.source = c.source and w.scope = c.scope
    ) v where verdict <> 'same'
  `.execute(trx);
  const write: number[] = [];
  const superseded: number[] = [];
  const unknownDevices = new Set<string>();
  const changes: ConditionChange[] = [];
  for (const { ord, known, verdict, ...row } of rows) {
    const entry = batch[ord];
    if (entry === undefined) continue;
    if (!known) unknownDevices.add(row.deviceId);
    else if (verdict === 'superseded') superseded.push(ord);
    else {
      write.push(ord);
      changes.push({ ...row, type: entry.type, status: entry.status, reason: entry.reason });
    }
  }
  return { changes, write, superseded, unknownDevices: [...unknownDevices] };
}

/** Writes entries that `diffConditions` chose; their devices are known. */
export async function writeConditions(trx: Trx, scope: ReportScope, entries: readonly ReportedCondition[]) {
  if (entries.length === 0) return;
  await sql`
    insert into conditions as c (device_id, type, source, scope, status, reason, message, evidence, observed_at, last_transition_at, covered)
    select (e ->> 'deviceId')::uuid, e ->> 'type', ${scope.source}, ${scope.scope}, e ->> 'status', e ->> 'reason',
      e ->> 'message', e -> 'evidence', (e ->> 'observedAt')::timestamptz, (e ->> 'observedAt')::timestamptz, true
    from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) e
    on conflict (device_id, type, source) do update set
      scope = excluded.scope, status = excluded.status, reason = excluded.reason, message = excluded.message,
      evidence = excluded.evidence, observed_at = excluded.observed_at, covered = true,
      last_transition_at = case when c.status = excluded.status then c.last_transition_at else excluded.observed_at end
  `.execute(trx);
}

export async function writeConditionHistory(
  trx: Trx,
  scope: ReportScope,
  entries: readonly { readonly change: ConditionChange; readonly reported: ReportedCondition }[],
  cause: string,
  now: Date,
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ change, reported }) => ({
    ...reported,
    evidence: undefined,
    oldStatus: change.oldStatus,
  }));
  await sql`
    insert into condition_history (device_id, at, type, source, old_status, new_status, reason, message, observed_at, cause)
    select (e ->> 'deviceId')::uuid, ${now}, e ->> 'type', ${scope.source}, e ->> 'oldStatus', e ->> 'status',
      e ->> 'reason', e ->> 'message', (e ->> 'observedAt')::timestamptz, ${cause}
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) e
  `.execute(trx);
}

type Pair = Pick<ReportedCondition, 'deviceId' | 'type'>;

/**
 * Takes conditions out of the watermark's cover: from here on they age from their last covered walk. `which` names devices,
 * pairs of device and type, or the pairs that alone stay covered. Answers the devices concerned.
 */
export async function uncover(
  trx: Trx,
  scope: ReportScope,
  which:
    | { readonly deviceIds: readonly string[] }
    | { readonly only: readonly Pair[] }
    | { readonly allBut: readonly Pair[] },
): Promise<string[]> {
  const { rows } = await sql<{ deviceId: string }>`
    update conditions c set covered = false, observed_at = greatest(c.observed_at, w.observed_at)
    from condition_coverage w
    where w.source = c.source and w.scope = c.scope and c.source = ${scope.source} and c.scope = ${scope.scope}
      and c.covered and ${chosen(which)}
    returning c.device_id as "deviceId"
  `.execute(trx);
  return rows.map((row) => row.deviceId);
}

function chosen(which: Parameters<typeof uncover>[2]) {
  if ('deviceIds' in which) return sql`c.device_id = any(${which.deviceIds}::uuid[])`;
  const pairs = 'only' in which ? which.only : which.allBut;
  const listed = sql`(c.device_id, c.type) in (
    select (e ->> 'deviceId')::uuid, e ->> 'type'
    from jsonb_array_elements(${JSON.stringify(pairs.map(({ deviceId, type }) => ({ deviceId, type })))}::jsonb) e)`;
  return 'only' in which ? listed : sql`not ${listed}`;
}

/** Moves the watermark; it never goes back. */
export async function writeCoverage(
  trx: Trx,
  scope: ReportScope,
  mark: {
    sequence: number;
    observedAt: Date;
    receivedAt: Date;
    aheadMs: number;
    needsFull: boolean;
    staleTypes: ConditionType[];
  },
): Promise<void> {
  const values = {
    sequence: mark.sequence,
    received_at: mark.receivedAt,
    clock_ahead_ms: mark.aheadMs,
    needs_full: mark.needsFull,
    stale_types: mark.staleTypes,
  };
  await trx
    .insertInto('condition_coverage')
    .values({ source: scope.source, scope: scope.scope, observed_at: mark.observedAt, ...values })
    .onConflict((conflict) =>
      conflict.columns(['source', 'scope']).doUpdateSet({
        ...values,
        observed_at: sql<Date>`greatest(condition_coverage.observed_at, excluded.observed_at)`,
      }),
    )
    .execute();
}

/** Devices with a condition that the watermark of the scope keeps fresh. */
export async function coveredDevices(trx: Trx, scope: Pick<ReportScope, 'source' | 'scope'>): Promise<string[]> {
  const rows = await trx
    .selectFrom('conditions')
    .select('device_id')
    .distinct()
    .where('source', '=', scope.source)
    .where('scope', '=', scope.scope)
    .where('covered', '=', true)
    .execute();
  return rows.map((row) => row.device_id);
}

export interface NodePairing {
  readonly deviceId: string;
  readonly ironicNodeId: string | null;
}

/** Notes which Ironic node a device is; answers the devices for which that is new. */
export async function writeNodes(trx: Trx, scope: ReportScope, nodes: readonly NodePairing[]) {
  if (nodes.length === 0) return [];
  const { rows } = await sql<{ id: string; siteSlug: string; name: string }>`
    with wanted as (
      select distinct on (d.id) d.id, r."ironicNodeId" as node
      from jsonb_to_recordset(${JSON.stringify(nodes)}::jsonb) as r("deviceId" uuid, "ironicNodeId" text)
      join devices d on d.id = r."deviceId" and ${siteFilter(scope.sites)}
      where d.ironic_node_id is distinct from r."ironicNodeId"
      order by d.id
    ), locked as (
      select d.id from devices d join wanted using (id) order by d.id for no key update of d
    )
    update devices d set ironic_node_id = w.node, version = d.version + 1
    from wanted w join locked l using (id)
    where d.id = w.id
    returning d.id, d.site_slug as "siteSlug", d.name
  `.execute(trx);
  return rows;
}
