import type { CallObservation } from '@fleet-manager/clients/http/hooks';
import type { LoopState } from '@fleet-manager/platform/reconciler/reconciler';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What Prometheus sees of a satellite. A store is named as in heartbeats: `ironic-nodes-overcloud`. */
export class SatelliteMetrics {
  readonly registry = new Registry();
  readonly #calls = new Counter({
    name: 'fleet_manager_outside_calls_total',
    help: 'Calls to outside systems, by outcome (a status, or what went wrong)',
    labelNames: ['service', 'call', 'outcome'],
    registers: [this.registry],
  });
  readonly #seconds = new Histogram({
    name: 'fleet_manager_outside_call_seconds',
    help: 'How long calls to outside systems took',
    labelNames: ['service', 'call'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [this.registry],
  });

  constructor(loops: () => readonly LoopState[]) {
    this.#gauge('fleet_manager_store_objects', 'Objects that the latest good pass saw', loops, (loop) => loop.objects);
    this.#gauge('fleet_manager_store_last_success_timestamp_seconds', 'When a pass last succeeded', loops, (loop) =>
      loop.lastSuccessAt === null ? null : loop.lastSuccessAt / 1000,
    );
    this.#gauge('fleet_manager_store_last_duration_seconds', 'How long the latest pass took', loops, (loop) =>
      loop.lastDurationMs === null ? null : loop.lastDurationMs / 1000,
    );
    this.#gauge(
      'fleet_manager_store_failures',
      'Failures in a row; 0 when all is well',
      loops,
      (loop) => loop.failure?.count ?? 0,
    );
  }

  observe(seen: CallObservation): void {
    this.#calls.inc({ service: seen.service, call: seen.call, outcome: seen.outcome });
    this.#seconds.observe({ service: seen.service, call: seen.call }, seen.seconds);
  }

  #gauge(
    name: string,
    help: string,
    loops: () => readonly LoopState[],
    value: (loop: LoopState) => number | null,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: ['store'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const loop of loops()) {
          const found = value(loop);
          if (found !== null) this.set({ store: loop.name }, found);
        }
      },
    });
  }
}
