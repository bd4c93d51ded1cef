import { FleetError } from '@fleet-manager/contract/errors';
import { openApiDocument } from '@fleet-manager/contract/openapi';
import { routes } from '@fleet-manager/contract/routes';
import type { FastifyInstance } from 'fastify';
import type { HubMetrics } from '../metrics/metrics.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** For work beside the API in the same process, whose calls shall show in these metrics. */
    observeCall: HubMetrics['observeCall'];
  }
}

export interface OperationsDeps {
  readonly metrics: HubMetrics;
  /** Undefined when the hub can serve; otherwise what it waits for. */
  readonly notReady: () => Promise<string | undefined>;
}

/** What those who run the hub ask it: is it alive, may it be sent requests, how does it do, what does it speak. */
export function registerOperationsRoutes(app: FastifyInstance, { metrics, notReady }: OperationsDeps): void {
  const document = openApiDocument(Object.values(routes));
  app.decorate('observeCall', metrics.observeCall);
  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async () => {
    const waitsFor = await notReady();
    if (waitsFor !== undefined) throw new FleetError('FM_UNAVAILABLE', waitsFor);
    return { status: 'ready' };
  });
  app.get('/metrics', async (_request, reply) => {
    void reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
  app.get('/openapi.json', async () => document);
}
