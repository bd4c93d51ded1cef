import type { FindingReport, ReportedFinding } from '@fleet-manager/contract/api/agents';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Trx } from '../database/database.ts';
import { withTransaction } from '../database/transaction.ts';
import { appendEvents, type NewEvent } from '../events/outbox.ts';

export interface FindingScope {
  readonly source: string;
  readonly scope: string;
  readonly sites: readonly string[] | 'all';
}

export interface FindingCounts {
  readonly opened: number;
  readonly changed: number;
  readonly resolved: number;
}

/**
 * Takes the complete set of findings of one scope: new ones open, absent ones resolve, one that comes back keeps its
 * identity and opens again. A set older than the newest known changes nothing (I10).
 */
export function applyFindings(
  db: Db,
  scope: FindingScope,
  report: z.infer<typeof FindingReport>,
  now: Date,
): Promise<FindingCounts> {
  return withTransaction(db, async (trx) => {
    const observedAt = new Date(Math.min(Date.parse(report.observedAt), now.getTime()));
    if (!(await isNewest(trx, scope, observedAt))) return { opened: 0, changed: 0, resolved: 0 };
    const findings = await ownFindings(trx, scope, report.findings);
    // Resolved ones are kept for ever: a report must not get slower by what it no longer speaks of.
    const unresolved = await trx
      .selectFrom('findings')
      .select(['id', 'kind', 'key', 'site_slug', 'subject'])
      .where('source', '=', scope.source)
      .where('scope', '=', scope.scope)
      .where('state', '!=', 'resolved')
      .forUpdate()
      .execute();
    const known = new Set(unresolved.map(identity));
    const written = await upsert(trx, scope, findings, observedAt, now);
    const opened = written.filter((row) => !known.has(identity(row)));
    const openedIds = new Set(opened.map((row) => row.id));
    const changed = written.filter((row) => !openedIds.has(row.id));
    const present = new Set(findings.map(identity));
    const gone = unresolved.filter((row) => !present.has(identity(row)));
    await resolve(
      trx,
      gone.map((row) => row.id),
      now,
    );
    await appendEvents(trx, [
      ...opened.map((row) => findingEvent('finding.opened', row)),
      ...changed.map((row) => findingEvent('finding.changed', row)),
      ...gone.map((row) => findingEvent('finding.resolved', row)),
    ]);
    return { opened: opened.length, changed: changed.length, resolved: gone.length };
  });
}

const identity = (finding: { readonly kind: string; readonly key: string }) => `${finding.kind}\n${finding.key}`;

interface FindingRow {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly subject: string;
  readonly site_slug: string | null;
}

function findingEvent(kind: 'finding.opened' | 'finding.changed' | 'finding.resolved', row: FindingRow): NewEvent {
  return {
    kind,
    siteSlug: row.site_slug,
    deviceId: null,
    data: { findingId: row.id, kind: row.kind, subject: row.subject },
  };
}

/** Serialises the reports of a scope, and notes the newest. */
async function isNewest(trx: Trx, { source, scope }: FindingScope, observedAt: Date): Promise<boolean> {
  const row = await trx
    .insertInto('finding_reports')
    .values({ source, scope, observed_at: observedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['source', 'scope'])
        .doUpdateSet({ observed_at: observedAt })
        .where('finding_reports.observed_at', '<=', observedAt),
    )
    .returning('source')
    .executeTakeFirst();
  return row !== undefined;
}

/** Drops what lies outside the source's sites: names of sites and devices there are not even compared (I9). */
async function ownFindings(
  trx: Trx,
  { sites }: FindingScope,
  findings: readonly ReportedFinding[],
): Promise<ReportedFinding[]> {
  const once = [...new Map(findings.map((finding) => [identity(finding), finding])).values()];
  const wanted = [...new Set(once.flatMap((finding) => finding.deviceIds))];
  let query = trx.selectFrom('devices').select('id').where('id', '=', sql<string>`any(${wanted}::uuid[])`);
  if (sites !== 'all') query = query.where('site_slug', '=', sql<string>`any(${sites}::text[])`);
  const known = new Set((await query.execute()).map((row) => row.id));
  return once
    .filter((finding) => sites === 'all' || finding.siteSlug === null || sites.includes(finding.siteSlug))
    .map((finding) => ({ ...finding, deviceIds: finding.deviceIds.filter((id) => known.has(id)) }));
}

/** Writes the findings; answers those that a reader would see differently. A mere re-observation is no change. */
async function upsert(
  trx: Trx,
  { source, scope }: FindingScope,
  findings: readonly ReportedFinding[],
  observedAt: Date,
  now: Date,
): Promise<FindingRow[]> {
  if (findings.length === 0) return [];
  const { rows } = await sql<FindingRow & { seen: boolean }>`
    insert into findings as f (source, scope, kind, key, state, site_slug, device_ids, subject, summary, next, evidence,
      observations, first_observed_at, last_observed_at, opened_at, changed_at)
    select ${source}, ${scope}, e ->> 'kind', e ->> 'key', 'open', e ->> 'siteSlug',
      array(select jsonb_array_elements_text(e -> 'deviceIds')::uuid), e ->> 'subject', e ->> 'summary', e ->> 'next',
      e -> 'evidence', (e ->> 'observations')::int, (e ->> 'firstObservedAt')::timestamptz, ${observedAt}, ${now}, ${now}
    from jsonb_array_elements(${JSON.stringify(findings)}::jsonb) e
    on conflict (source, scope, kind, key) do update set
      state = case when f.state = 'resolved' then 'open' else f.state end,
      opened_at = case when f.state = 'resolved' then excluded.opened_at else f.opened_at end,
      note = case when f.state = 'resolved' then null else f.note end,
      acknowledged_by = case when f.state = 'resolved' then null else f.acknowledged_by end,
      first_observed_at = case when f.state = 'resolved' then excluded.first_observed_at else f.first_observed_at end,
      resolved_at = null, site_slug = excluded.site_slug, device_ids = excluded.device_ids, subject = excluded.subject,
      summary = excluded.summary, next = excluded.next, evidence = excluded.evidence,
      observations = excluded.observations, last_observed_at = excluded.last_observed_at,
      version = f.version + case
        when f.state = 'resolved' or (f.site_slug, f.device_ids, f.subject, f.summary, f.next)
          is distinct from (excluded.site_slug, excluded.device_ids, excluded.subject, excluded.summary, excluded.next)
        then 1 else 0 end,
      changed_at = case
        when f.state = 'resolved' or (f.site_slug, f.device_ids, f.subject, f.summary, f.next)
          is distinct from (excluded.site_slug, excluded.device_ids, excluded.subject, excluded.summary, excluded.next)
        then ${now} else f.changed_at end
    returning id, kind, key, subject, site_slug, changed_at = ${now} as seen
  `.execute(trx);
  return rows.filter((row) => row.seen);
}

async function resolve(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('findings')
    .set({ state: 'resolved', resolved_at: now, changed_at: now, version: sql<number>`version + 1` })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}
