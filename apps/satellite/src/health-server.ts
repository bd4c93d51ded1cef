import type { LoopState } from '@fleet-manager/platform/reconciler/reconciler';
import fastify, { type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

export interface HealthServerOptions {
  readonly registry: Registry;
  readonly loops: () => readonly LoopState[];
  readonly now: () => number;
}

/** Intervals without a success after which a loop counts as stuck rather than late. */
const LATE = 5;

/** `/healthz`: the process answers. `/readyz`: its loops run and succeed. `/metrics`: for Prometheus. */
export function buildHealthServer(options: HealthServerOptions): FastifyInstance {
  const app = fastify({ logger: false });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const loops = options.loops().map((loop) => ({ name: loop.name, ready: isReady(loop, options.now()) }));
    const ready = loops.every((loop) => loop.ready);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', loops });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(options.registry.contentType).send(await options.registry.metrics()),
  );
  return app;
}

function isReady(loop: LoopState, now: number): boolean {
  return loop.lastSuccessAt !== null && now - loop.lastSuccessAt < LATE * loop.intervalMs;
}
