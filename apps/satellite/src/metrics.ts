import type { CallObservation } from '@fleet-manager/clients/http/hooks';
import { type MetricDeclaration, type MetricLabel, promOptions } from '@fleet-manager/platform/metrics';
import type { LoopState } from '@fleet-manager/platform/reconciler/reconciler';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { StoreNodes } from './agents/openstack/agent.ts';
import { SATELLITE_METRICS as M } from './metric-declarations.ts';

export interface SatelliteState {
  readonly version: string;
  readonly loops: () => readonly LoopState[];
  readonly nodes: () => readonly StoreNodes[];
}

type Sample = readonly [labels: Partial<Record<MetricLabel, string>>, value: number];

/** What Prometheus sees of a satellite. A store is named as in heartbeats: `ironic-nodes-overcloud`. */
export class SatelliteMetrics {
  readonly registry = new Registry();
  readonly #calls = new Counter({ ...promOptions(M.calls), registers: [this.registry] });
  readonly #seconds = new Histogram({
    ...promOptions(M.callSeconds),
    buckets: [...M.callSeconds.buckets],
    registers: [this.registry],
  });

  constructor({ version, loops, nodes }: SatelliteState) {
    collectDefaultMetrics({ register: this.registry });
    const byLoop = (metric: MetricDeclaration, value: (loop: LoopState) => number | null) =>
      this.#gauge(metric, () =>
        loops().flatMap((loop): Sample[] => {
          const found = value(loop);
          return found === null ? [] : [[{ store: loop.name }, found]];
        }),
      );
    this.#gauge(M.buildInfo, () => [[{ version }, 1]]);
    byLoop(M.objects, (loop) => loop.objects);
    byLoop(M.lastSuccess, (loop) => (loop.lastSuccessAt === null ? null : loop.lastSuccessAt / 1000));
    byLoop(M.interval, (loop) => loop.intervalMs / 1000);
    byLoop(M.lastDuration, (loop) => (loop.lastDurationMs === null ? null : loop.lastDurationMs / 1000));
    byLoop(M.failures, (loop) => loop.failure?.count ?? 0);
    this.#counter(M.passes, () => loops().map((loop) => [{ store: loop.name }, loop.passes]));
    this.#counter(M.passesFailed, () =>
      loops().flatMap((loop) =>
        Object.entries(loop.failures).map(([code, count]): Sample => [{ store: loop.name, code }, count]),
      ),
    );
    this.#gauge(M.nodes, () =>
      nodes().flatMap(({ store, byState }) =>
        [...byState].map(([provision_state, count]): Sample => [{ store, provision_state }, count]),
      ),
    );
  }

  observe(seen: CallObservation): void {
    this.#calls.inc({ service: seen.service, call: seen.call, outcome: seen.outcome });
    this.#seconds.observe({ service: seen.service, call: seen.call }, seen.seconds);
  }

  #gauge(metric: MetricDeclaration, samples: () => readonly Sample[]): void {
    new Gauge({
      ...promOptions(metric),
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [labels, value] of samples()) this.set(labels, value);
      },
    });
  }

  /** A count that is kept elsewhere, from the start of the process. */
  #counter(metric: MetricDeclaration, samples: () => readonly Sample[]): void {
    new Counter({
      ...promOptions(metric),
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [labels, value] of samples()) this.inc(labels, value);
      },
    });
  }
}
