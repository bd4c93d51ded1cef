import type { Agent, Heartbeat, Satellite } from '@fleet-manager/contract/api/agents';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Db, Trx } from '../database/database.ts';
import { withTransaction } from '../database/transaction.ts';
import { appendEvents, type NewEvent } from '../events/outbox.ts';
import { type AgentFacts, judgeAgent } from './state.ts';
import type { AgentTables, OpenstackVariant } from './tables.ts';

type AgentRow = Selectable<AgentTables['agents']>;

/** Notes a heartbeat; an event tells when the agent is new, or does better or worse. */
export function recordHeartbeat(db: Db, clientId: string, heartbeat: Heartbeat, now: Date): Promise<void> {
  return withTransaction(db, async (trx) => {
    const held = await trx
      .selectFrom('agents')
      .selectAll()
      .where('client_id', '=', clientId)
      .forUpdate()
      .executeTakeFirst();
    const facts = {
      startedAt: new Date(heartbeat.startedAt),
      lastHeartbeatAt: now,
      clockSkewSeconds: (Date.parse(heartbeat.sentAt) - now.getTime()) / 1000,
      loops: heartbeat.loops,
      degraded: heartbeat.degraded,
    };
    const verdict = judgeAgent(facts, now);
    const row = {
      kind: heartbeat.kind,
      satellite: heartbeat.satellite,
      site_slugs: heartbeat.siteSlugs,
      version: heartbeat.version,
      state: verdict.state,
      state_detail: verdict.detail,
      started_at: facts.startedAt,
      last_heartbeat_at: now,
      clock_skew_seconds: facts.clockSkewSeconds,
      openstack_variant: heartbeat.openstackVariant ?? held?.openstack_variant ?? null,
      loops: JSON.stringify(heartbeat.loops),
      degraded: JSON.stringify(heartbeat.degraded),
    };
    await trx
      .insertInto('agents')
      .values({ client_id: clientId, ...row })
      .onConflict((conflict) => conflict.column('client_id').doUpdateSet(row))
      .execute();
    const said = held !== undefined && held.state === verdict.state && held.state_detail === verdict.detail;
    const same = said && held.version === heartbeat.version && held.started_at.getTime() === facts.startedAt.getTime();
    if (!same) await appendEvents(trx, [agentEvent(clientId, heartbeat, held?.state ?? null, verdict)]);
  });
}

function agentEvent(
  clientId: string,
  agent: Pick<Heartbeat, 'kind' | 'siteSlugs' | 'version'>,
  from: string | null,
  verdict: { readonly state: string; readonly detail: string },
): NewEvent {
  const { kind, version, siteSlugs } = agent;
  const data = { clientId, kind, version, from, state: verdict.state, detail: verdict.detail };
  return {
    kind: 'agent.changed',
    siteSlug: siteSlugs.length === 1 ? (siteSlugs[0] ?? null) : null,
    deviceId: null,
    data,
  };
}

/** Notes what time alone does to agents: silence makes them stale, a late loop degraded. */
export async function evaluateAgents(db: Db, now: Date): Promise<void> {
  const agents = await db.selectFrom('agents').selectAll().execute();
  for (const seen of agents) {
    const verdict = judgeAgent(factsOf(seen), now);
    if (verdict.state === seen.state && verdict.detail === seen.state_detail) continue;
    await withTransaction(db, async (trx) => {
      const changed = await trx
        .updateTable('agents')
        .set({ state: verdict.state, state_detail: verdict.detail })
        .where('client_id', '=', seen.client_id)
        // A heartbeat that arrived since then knows better.
        .where('last_heartbeat_at', '=', seen.last_heartbeat_at)
        .returning('client_id')
        .executeTakeFirst();
      if (changed === undefined) return;
      const { kind, version, site_slugs: siteSlugs } = seen;
      await appendEvents(trx, [agentEvent(seen.client_id, { kind, version, siteSlugs }, seen.state, verdict)]);
    });
  }
}

function factsOf(row: AgentRow): AgentFacts {
  return {
    lastHeartbeatAt: row.last_heartbeat_at,
    startedAt: row.started_at,
    clockSkewSeconds: row.clock_skew_seconds,
    loops: row.loops,
    degraded: row.degraded,
  };
}

export async function listAgents(
  db: Db | Trx,
  page: { readonly after: string; readonly limit: number; readonly now: Date },
): Promise<z.input<typeof Agent>[]> {
  const rows = await db
    .selectFrom('agents')
    .selectAll()
    .where('client_id', '>', page.after)
    .orderBy('client_id')
    .limit(page.limit)
    .execute();
  return rows.map((row) => {
    const verdict = judgeAgent(factsOf(row), page.now);
    return {
      clientId: row.client_id,
      kind: row.kind,
      satellite: row.satellite,
      siteSlugs: row.site_slugs,
      version: row.version,
      state: verdict.state,
      stateDetail: verdict.detail,
      startedAt: row.started_at.toISOString(),
      lastHeartbeatAt: row.last_heartbeat_at.toISOString(),
      clockSkewSeconds: row.clock_skew_seconds,
      lagSeconds: verdict.lagSeconds,
      loops: row.loops,
      degraded: row.degraded,
    };
  });
}

export interface NamedSatellite {
  readonly name: string;
  readonly siteSlugs: readonly string[];
}

/** The expected satellites and any that has spoken, with the agents seen of each. */
export async function listSatellites(
  db: Db,
  expected: readonly NamedSatellite[],
): Promise<z.input<typeof Satellite>[]> {
  const agents = await db
    .selectFrom('agents')
    .selectAll()
    .where('satellite', 'is not', null)
    .orderBy('client_id')
    .execute();
  const names = new Set([...expected.map((satellite) => satellite.name), ...agents.flatMap((a) => a.satellite ?? [])]);
  return [...names].sort().map((name) => {
    const own = agents.filter((agent) => agent.satellite === name);
    const sites = [
      ...(expected.find((satellite) => satellite.name === name)?.siteSlugs ?? []),
      ...own.flatMap((agent) => agent.site_slugs),
    ];
    const heard = own.map((agent) => agent.last_heartbeat_at.getTime());
    return {
      name,
      siteSlugs: [...new Set(sites)].sort(),
      openstackVariant: variantOf(own),
      agents: own.map((agent) => agent.client_id),
      lastHeartbeatAt: heard.length === 0 ? null : new Date(Math.max(...heard)).toISOString(),
    };
  });
}

function variantOf(agents: readonly AgentRow[]): OpenstackVariant {
  return agents.find((agent) => agent.openstack_variant !== null)?.openstack_variant ?? 'unknown';
}
