import type { Overview } from '@fleet-manager/contract/api/inventory';
import type { OperationalStatus } from '@fleet-manager/domain/operational-status';
import { sql } from 'kysely';
import type { z } from 'zod';
import { listAgents } from '../agents-registry/store.ts';
import type { Db } from '../database/database.ts';
import { type Principal, withinSites } from '../http/principal.ts';

const OLDEST = 10;
const AGENTS = 1_000;
/** Statuses that ask for a person. */
const UNHEALTHY: readonly OperationalStatus[] = [
  'failed',
  'unknown',
  'maintenance',
  'quarantined',
  'unenrolled',
  'offline',
];

/** The first screen, in one round of grouped queries. */
export async function overview(db: Db, principal: Principal, now: Date): Promise<z.input<typeof Overview>> {
  const [counts, sites, oldest, agents, findings] = await Promise.all([
    statusCounts(db, principal),
    db
      .selectFrom('sites as s')
      .select(['s.slug', 's.name'])
      .where('s.tombstoned_at', 'is', null)
      .where(withinSites(principal, 's.slug'))
      .orderBy('s.slug')
      .execute(),
    oldestUnhealthy(db, principal),
    listAgents(db, { after: '', limit: AGENTS, now }),
    findingCounts(db, principal),
  ]);
  const slugs = new Map<string, string>(sites.map((site) => [site.slug, site.name]));
  for (const { site } of counts) if (!slugs.has(site)) slugs.set(site, site);
  const inState = (state: string) => agents.filter((agent) => agent.state === state).length;
  return {
    at: now.toISOString(),
    totals: sumBy(counts),
    sites: [...slugs].map(([siteSlug, name]) => {
      const own = counts.filter((row) => row.site === siteSlug);
      return { siteSlug, name, total: own.reduce((sum, row) => sum + row.n, 0), byStatus: sumBy(own) };
    }),
    oldestUnhealthy: oldest,
    agents: {
      total: agents.length,
      healthy: inState('healthy'),
      degraded: inState('degraded'),
      stale: inState('stale'),
    },
    staleAgents: agents
      .filter((agent) => agent.state === 'stale')
      .map(({ clientId, lastHeartbeatAt, stateDetail }) => ({ clientId, lastHeartbeatAt, detail: stateDetail })),
    findings,
  };
}

interface StatusCount {
  readonly site: string;
  readonly status: string;
  readonly n: number;
}

function statusCounts(db: Db, principal: Principal): Promise<StatusCount[]> {
  return db
    .selectFrom('devices as d')
    .select(['d.site_slug as site', 'd.operational_status as status', sql<number>`count(*)::int`.as('n')])
    .where('d.deleted_at', 'is', null)
    .where(withinSites(principal, 'd.site_slug'))
    .groupBy(['d.site_slug', 'd.operational_status'])
    .execute();
}

function sumBy(counts: readonly StatusCount[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { status, n } of counts) sums[status] = (sums[status] ?? 0) + n;
  return sums;
}

async function oldestUnhealthy(db: Db, principal: Principal): Promise<z.input<typeof Overview>['oldestUnhealthy']> {
  const rows = await db
    .selectFrom('devices as d')
    .select(['d.id', 'd.name', 'd.site_slug', 'd.rack', 'd.operational_status', 'd.status_summary', 'd.status_since'])
    .where('d.deleted_at', 'is', null)
    .where('d.operational_status', 'in', [...UNHEALTHY])
    .where(withinSites(principal, 'd.site_slug'))
    .orderBy('d.status_since')
    .orderBy('d.id')
    .limit(OLDEST)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    siteSlug: row.site_slug,
    rack: row.rack,
    operational_status: row.operational_status,
    statusSummary: row.status_summary,
    statusSince: row.status_since.toISOString(),
  }));
}

async function findingCounts(db: Db, principal: Principal): Promise<z.input<typeof Overview>['findings']> {
  const rows = await db
    .selectFrom('findings as f')
    .select(['f.kind', 'f.state', sql<number>`count(*)::int`.as('n')])
    .where('f.state', '!=', 'resolved')
    .where(withinSites(principal, 'f.site_slug'))
    .groupBy(['f.kind', 'f.state'])
    .execute();
  const byKind: Record<string, number> = {};
  const byState = { open: 0, acknowledged: 0 };
  for (const { kind, state, n } of rows) {
    byKind[kind] = (byKind[kind] ?? 0) + n;
    if (state !== 'resolved') byState[state] += n;
  }
  return { ...byState, byKind };
}
