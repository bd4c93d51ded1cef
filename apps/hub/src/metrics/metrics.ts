import type { CallObservation } from '@fleet-manager/clients/http/hooks';
import { type MetricDeclaration, type MetricLabel, promOptions } from '@fleet-manager/platform/metrics';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import packageJson from '../../package.json' with { type: 'json' };
import { type Db, poolUse } from '../database/database.ts';
import type { EventBus } from '../events/bus.ts';
import { HUB_METRICS as M } from './declarations.ts';
import { FINDING_SEVERITY } from './finding-severity.ts';
import { type Fleet, fleetReader } from './fleet.ts';

export interface HubMetrics {
  readonly registry: Registry;
  observe(request: FastifyRequest, reply: FastifyReply): void;
  /** Notes one attempt of a call to an outside system. */
  observeCall(seen: CallObservation): void;
}

type Sample = readonly [labels: Partial<Record<MetricLabel, string>>, value: number];

/** The hub's metrics. Gauges of the fleet are read from the database when somebody scrapes. */
export function createMetrics(db: Db, bus: EventBus): HubMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const readFleet = fleetReader(db);

  const gauge = (metric: MetricDeclaration, samples: () => readonly Sample[] | Promise<readonly Sample[]>) =>
    new Gauge({
      ...promOptions(metric),
      registers,
      async collect() {
        const found = await samples();
        this.reset();
        for (const [labels, value] of found) this.set(labels, value);
      },
    });
  const fleetGauge = (metric: MetricDeclaration, samples: (fleet: Fleet) => readonly Sample[]) =>
    gauge(metric, async () => {
      const fleet = await readFleet();
      return fleet === undefined ? [] : samples(fleet);
    });

  gauge(M.buildInfo, () => [[{ version: packageJson.version }, 1]]);
  gauge(M.databaseUp, async () => [[{}, (await readFleet()) === undefined ? 0 : 1]]);
  gauge(M.databaseConnections, () => Object.entries(poolUse(db) ?? {}).map(([database, n]) => [{ database }, n]));
  gauge(M.eventReaders, () => [[{}, bus.waiting]]);
  addFleet(fleetGauge);
  fleetGauge(M.eventsUnread, ({ newestEvent }) => [[{}, Math.max(0, newestEvent - bus.newest)]]);

  const seconds = new Histogram({
    ...promOptions(M.requestSeconds),
    buckets: [...M.requestSeconds.buckets],
    registers,
  });
  const calls = new Counter({ ...promOptions(M.calls), registers });
  const callSeconds = new Histogram({ ...promOptions(M.callSeconds), buckets: [...M.callSeconds.buckets], registers });
  return {
    registry,
    observe: (request, reply) => {
      // Labels by route, never by path: paths are endless.
      const route = request.routeOptions.url ?? 'none';
      seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    },
    observeCall: ({ service, call, outcome, seconds: took }) => {
      calls.inc({ service, call, outcome });
      callSeconds.observe({ service, call }, took);
    },
  };
}

function addFleet(gauge: (metric: MetricDeclaration, samples: (fleet: Fleet) => readonly Sample[]) => void): void {
  gauge(M.devices, ({ devices }) =>
    devices.map((row) => [
      { site: row.site_slug, operational_status: row.operational_status, device_class: row.device_class ?? 'none' },
      row.n,
    ]),
  );
  gauge(M.findingsOpen, ({ findings }) =>
    findings.map(({ kind, n }) => [{ kind, severity: FINDING_SEVERITY[kind] }, n]),
  );
  gauge(M.coverage, ({ coverage }) =>
    coverage.map((row) => [{ agent: row.source, scope: row.scope }, epoch(row.observed_at)]),
  );
  gauge(M.agentHeartbeat, ({ agents }) => agents.map((a) => [{ agent: a.client_id }, epoch(a.last_heartbeat_at)]));
  gauge(M.agentState, ({ agents }) => agents.map((a) => [{ agent: a.client_id, state: a.state }, 1]));
  gauge(M.agentClockSkew, ({ agents }) => agents.map((a) => [{ agent: a.client_id }, a.clock_skew_seconds]));
  gauge(M.agentDegradations, ({ agents }) =>
    agents.flatMap((a) => {
      const byCode = new Map<string, number>();
      for (const { code } of a.degraded) byCode.set(code, (byCode.get(code) ?? 0) + 1);
      return [...byCode].map(([code, n]): Sample => [{ agent: a.client_id, code }, n]);
    }),
  );
  const loops = (metric: MetricDeclaration, value: (loop: Fleet['agents'][number]['loops'][number]) => number | null) =>
    gauge(metric, ({ agents }) =>
      agents.flatMap((a) =>
        a.loops.flatMap((loop): Sample[] => {
          const found = value(loop);
          return found === null ? [] : [[{ agent: a.client_id, loop: loop.name }, found]];
        }),
      ),
    );
  loops(M.loopSuccess, (loop) => (loop.lastSuccessAt === null ? null : Date.parse(loop.lastSuccessAt) / 1000));
  loops(M.loopInterval, (loop) => loop.intervalSeconds);
  loops(M.loopDuration, (loop) => (loop.lastDurationMs === null ? null : loop.lastDurationMs / 1000));
  gauge(M.loopFailing, ({ agents }) =>
    agents.flatMap((a) =>
      a.loops.flatMap(({ name, error }): Sample[] =>
        error === null ? [] : [[{ agent: a.client_id, loop: name, code: error.code }, 1]],
      ),
    ),
  );
  const types = (metric: MetricDeclaration, value: (type: Fleet['types'][number]) => number | null) =>
    gauge(metric, (fleet) =>
      fleet.types.flatMap((type): Sample[] => {
        const found = value(type);
        return found === null ? [] : [[{ object_type: type.object_type }, found]];
      }),
    );
  types(M.mirrorObjects, (type) => type.objects);
  types(M.mirrorPoll, (type) => (type.last_poll_at === null ? null : epoch(type.last_poll_at)));
  types(M.mirrorSweep, (type) => (type.last_sweep_at === null ? null : epoch(type.last_sweep_at)));
  types(M.mirrorDegraded, (type) => (type.degraded_code === null ? 0 : 1));
}

const epoch = (at: Date): number => at.getTime() / 1000;
