import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Db } from '../database/database.ts';
import type { EventBus } from '../events/bus.ts';

export interface HubMetrics {
  readonly registry: Registry;
  observe(request: FastifyRequest, reply: FastifyReply): void;
}

/** The hub's metrics. Gauges of the fleet are read from the database when somebody scrapes. */
export function createMetrics(db: Db, bus: EventBus): HubMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'fleet_manager_http_request_duration_seconds',
    help: 'Time to answer a request, by route of the contract',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'fleet_manager_devices',
    help: 'Devices by site and operational_status',
    labelNames: ['site', 'operational_status'],
    registers: [registry],
    async collect() {
      const rows = await db
        .selectFrom('devices')
        .select(['site_slug', 'operational_status', sql<number>`count(*)::int`.as('n')])
        .where('deleted_at', 'is', null)
        .groupBy(['site_slug', 'operational_status'])
        .execute();
      this.reset();
      for (const row of rows) this.set({ site: row.site_slug, operational_status: row.operational_status }, row.n);
    },
  });
  new Gauge({
    name: 'fleet_manager_agent_last_heartbeat_timestamp_seconds',
    help: 'When each agent was last heard, by the hub’s clock',
    labelNames: ['agent'],
    registers: [registry],
    async collect() {
      const rows = await db.selectFrom('agents').select(['client_id', 'last_heartbeat_at']).execute();
      this.reset();
      for (const row of rows) this.set({ agent: row.client_id }, row.last_heartbeat_at.getTime() / 1000);
    },
  });
  new Gauge({
    name: 'fleet_manager_findings_open',
    help: 'Findings that are not resolved, by kind',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const rows = await db
        .selectFrom('findings')
        .select(['kind', sql<number>`count(*)::int`.as('n')])
        .where('state', '!=', 'resolved')
        .groupBy('kind')
        .execute();
      this.reset();
      for (const row of rows) this.set({ kind: row.kind }, row.n);
    },
  });
  new Gauge({
    name: 'fleet_manager_event_readers',
    help: 'Event streams that wait for the next event',
    registers: [registry],
    collect() {
      this.set(bus.waiting);
    },
  });
  return {
    registry,
    observe: (request, reply) => {
      // Labels by route, never by path: paths are endless.
      const route = request.routeOptions.url ?? 'none';
      seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    },
  };
}
