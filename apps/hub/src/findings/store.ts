import type { Finding, FindingPatch } from '@fleet-manager/contract/api/agents';
import { FleetError } from '@fleet-manager/contract/errors';
import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import { type AuditContext, recordWrite } from '../audit/record.ts';
import type { Db, Trx } from '../database/database.ts';
import { withTransaction } from '../database/transaction.ts';
import { appendEvents } from '../events/outbox.ts';
import type { Principal } from '../http/principal.ts';
import { requireVersion } from '../http/register.ts';
import type { FindingState, FindingTables } from './tables.ts';

type FindingRow = Selectable<FindingTables['findings']>;

export interface FindingQuery {
  readonly site: readonly string[];
  readonly kind: readonly string[];
  readonly state: readonly FindingState[];
  readonly device: string | undefined;
  readonly limit: number;
  /** Opened at (as the database writes it) and id of the last one seen. */
  readonly after: readonly [string, string] | undefined;
}

export interface ListedFinding {
  readonly finding: z.input<typeof Finding>;
  /** Exact opening time, for the cursor. */
  readonly openedAt: string;
}

/** A finding of no site concerns the fleet: who may see only some sites does not see it. */
const visible = (principal: Pick<Principal, 'sites'>) =>
  principal.sites === 'all' ? sql<boolean>`true` : sql<boolean>`f.site_slug = any(${principal.sites}::text[])`;

const anyOf = (values: readonly string[]) => sql<string>`any(${values}::text[])`;

/** Newest first. */
export async function listFindings(db: Db, principal: Principal, query: FindingQuery): Promise<ListedFinding[]> {
  let rows = db
    .selectFrom('findings as f')
    .selectAll('f')
    .select(sql<string>`f.opened_at::text`.as('opened_text'))
    .where(visible(principal));
  if (query.site.length > 0) rows = rows.where('f.site_slug', '=', anyOf(query.site));
  if (query.kind.length > 0) rows = rows.where(sql<boolean>`f.kind = ${anyOf(query.kind)}`);
  if (query.state.length > 0) rows = rows.where(sql<boolean>`f.state = ${anyOf(query.state)}`);
  if (query.device !== undefined) rows = rows.where(sql<boolean>`f.device_ids @> array[${query.device}::uuid]`);
  if (query.after !== undefined) {
    const [openedAt, id] = query.after;
    rows = rows.where(sql<boolean>`(f.opened_at, f.id) < (${openedAt}::timestamptz, ${id}::uuid)`);
  }
  const found = await rows.orderBy('f.opened_at', 'desc').orderBy('f.id', 'desc').limit(query.limit).execute();
  const names = await deviceNames(db, principal, found);
  return found.map((row) => ({ finding: present(row, names), openedAt: row.opened_text }));
}

/** @throws FleetError FM_NOT_FOUND */
export async function getFinding(db: Db | Trx, principal: Principal, id: string): Promise<z.input<typeof Finding>> {
  const row = await db
    .selectFrom('findings as f')
    .selectAll('f')
    .where('f.id', '=', id)
    .where(visible(principal))
    .executeTakeFirst();
  if (row === undefined) throw new FleetError('FM_NOT_FOUND', `no finding ${id}`);
  return present(row, await deviceNames(db, principal, [row]));
}

/**
 * Acknowledges a finding or takes that back.
 *
 * @throws FleetError FM_NOT_FOUND, FM_PRECONDITION_REQUIRED, FM_PRECONDITION_FAILED; FM_CONFLICT when it is resolved
 */
export function updateFinding(
  db: Db,
  principal: Principal,
  id: string,
  patch: z.output<typeof FindingPatch>,
  ifMatch: string | undefined,
  audit: AuditContext,
): Promise<z.input<typeof Finding>> {
  return withTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('findings as f')
      .selectAll('f')
      .where('f.id', '=', id)
      .where(visible(principal))
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new FleetError('FM_NOT_FOUND', `no finding ${id}`);
    requireVersion(ifMatch, row.version);
    if (row.state === 'resolved')
      throw new FleetError('FM_CONFLICT', 'it is resolved: there is nothing to acknowledge');
    const note = patch.note === undefined ? row.note : patch.note;
    const by = patch.state === 'acknowledged' ? principal.displayName : null;
    await trx
      .updateTable('findings')
      .set({ state: patch.state, note, acknowledged_by: by, version: row.version + 1 })
      .where('id', '=', id)
      .execute();
    const changed = await getFinding(trx, principal, id);
    const data = { findingId: id, kind: row.kind, subject: row.subject, state: patch.state, by: principal.displayName };
    await recordWrite(trx, audit, {
      target: { kind: 'finding', id },
      siteSlug: row.site_slug,
      before: { state: row.state, note: row.note, acknowledgedBy: row.acknowledged_by },
      after: { state: patch.state, note, acknowledgedBy: by },
      reason: note,
    });
    await appendEvents(trx, [{ kind: 'finding.changed', siteSlug: row.site_slug, deviceId: null, data }]);
    return changed;
  });
}

async function deviceNames(
  db: Db | Trx,
  principal: Pick<Principal, 'sites'>,
  rows: readonly FindingRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap((row) => row.device_ids))];
  if (ids.length === 0) return new Map();
  let query = db.selectFrom('devices').select(['id', 'name']).where('id', '=', sql<string>`any(${ids}::uuid[])`);
  if (principal.sites !== 'all') query = query.where('site_slug', '=', anyOf(principal.sites));
  return new Map((await query.execute()).map((device) => [device.id, device.name]));
}

function present(row: FindingRow, names: ReadonlyMap<string, string>): z.input<typeof Finding> {
  const devices = row.device_ids.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name }];
  });
  return {
    id: row.id,
    source: row.source,
    scope: row.scope,
    kind: row.kind,
    key: row.key,
    state: row.state,
    siteSlug: row.site_slug,
    deviceIds: devices.map((device) => device.id),
    devices,
    subject: row.subject,
    summary: row.summary,
    next: row.next,
    evidence: row.evidence,
    observations: row.observations,
    firstObservedAt: row.first_observed_at.toISOString(),
    lastObservedAt: row.last_observed_at.toISOString(),
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    note: row.note,
    acknowledgedBy: row.acknowledged_by,
    version: row.version,
  };
}
