import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { splitUrl } from '../../http/server.ts';
import { Refusal } from '../../world/refusal.ts';
import { allocationRoutes } from './allocation-routes.ts';
import { ironicError, routingError } from './error-body.ts';
import { nodePartRoutes } from './node-parts.ts';
import { nodeRoutes } from './node-routes.ts';
import { portRoutes } from './port-routes.ts';
import type { IronicService } from './service.ts';
import { siteRoutes } from './site-routes.ts';
import { stateRoutes } from './state-routes.ts';
import { negotiate } from './version.ts';

/** Paths of Ironic that need no token. */
export function isPublicIronicPath(path: string): boolean {
  return path === '/' || /^\/v1\/?$/.test(path);
}

/** Ironic's API. The token check must have been put before the routes already. */
export function ironicRoutes(app: FastifyInstance, service: IronicService): void {
  const minors = new WeakMap<FastifyRequest, number>();
  const minorOf = (request: FastifyRequest) => minors.get(request) ?? 1;
  const isLatest = service.settings.maxMinor > 82;
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/_control/') || !isLatest) return;
    // Newer releases number every answer, those of the log-in check and of the routing too, and in two headers.
    const id = `req-${randomUUID()}`;
    reply.header('server', 'ironic_api').header('openstack-request-id', id).header('x-openstack-request-id', id);
  });
  app.addHook('preHandler', async (request, reply) => {
    service.world.tick();
    const { path } = splitUrl(request.url);
    if (path === '/') {
      if (isLatest) return negotiate(request, reply, service.settings.maxMinor) === undefined ? reply : undefined;
      reply.header('openstack-request-id', `req-${randomUUID()}`);
    }
    if (request.is404 || !/^\/v1(\/|$)/.test(path)) return undefined;
    const minor = negotiate(request, reply, service.settings.maxMinor);
    if (minor === undefined) return reply;
    minors.set(request, minor);
    if (!isLatest) reply.header('openstack-request-id', `req-${randomUUID()}`);
    return undefined;
  });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return ironicError(reply, error.status, error.message);
    if (error instanceof ZodError) return ironicError(reply, 400, error.issues[0]?.message ?? 'invalid body');
    const status = error instanceof Error && 'statusCode' in error && error.statusCode === 400 ? 400 : 500;
    return ironicError(reply, status, error instanceof Error ? error.message : 'An unknown exception occurred.');
  });
  app.setNotFoundHandler((_request, reply) => routingError(reply, 404, 'Not Found', ''));
  siteRoutes(app, service, minorOf);
  nodeRoutes(app, service, minorOf);
  stateRoutes(app, service, minorOf);
  nodePartRoutes(app, service, minorOf);
  portRoutes(app, service, minorOf);
  allocationRoutes(app, service);
}
