import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { splitUrl } from '../../http/server.ts';
import { Refusal } from '../../world/refusal.ts';
import { askedMicroversion, echoMicroversion, type MicroversionRange } from '../microversion.ts';
import { novaError } from './error-body.ts';
import { serverRoutes } from './server-routes.ts';
import type { NovaService } from './service.ts';
import { siteRoutes } from './site-routes.ts';

/** Paths of Nova that need no token. */
export function isPublicNovaPath(path: string): boolean {
  return path === '/' || /^\/v2(\.1)?\/?$/.test(path);
}

/** Nova's API, as far as a site of bare-metal nodes needs it. The token check must have been put before the routes already. */
export function novaRoutes(app: FastifyInstance, options: Omit<NovaService, 'minorOf'>): void {
  const minors = new WeakMap<FastifyRequest, number>();
  const service: NovaService = { ...options, minorOf: (request) => minors.get(request) ?? 1 };
  app.addHook('preHandler', async (request, reply) => {
    service.world.tick();
    if (splitUrl(request.url).path.startsWith('/_control/')) return undefined;
    const range: MicroversionRange = { service: 'compute', major: 2, minMinor: 1, maxMinor: service.settings.maxMinor };
    const minor = askedMicroversion(request, range);
    if (typeof minor !== 'number') {
      if (minor.malformed) {
        return novaError(
          reply,
          400,
          `API Version String ${minor.bad} is of invalid format. Must be of format MajorNum.MinorNum.`,
        );
      }
      return novaError(
        reply,
        406,
        `Version ${minor.bad} is not supported by the API. Minimum is 2.1 and maximum is 2.${range.maxMinor}.`,
      );
    }
    minors.set(request, minor);
    if (splitUrl(request.url).path === '/') return undefined;
    echoMicroversion(reply, range, minor);
    reply.header('x-openstack-nova-api-version', `2.${minor}`);
    return undefined;
  });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return novaError(reply, error.status, error.message);
    if (error instanceof ZodError) {
      return novaError(
        reply,
        400,
        `Invalid input for field/attribute ${error.issues[0]?.path.join('.') ?? ''}. ${error.issues[0]?.message ?? ''}`,
      );
    }
    const bad = error instanceof Error && 'statusCode' in error && error.statusCode === 400;
    return novaError(reply, bad ? 400 : 500, error instanceof Error ? error.message : 'Unexpected API Error.');
  });
  app.setNotFoundHandler((_request, reply) => novaError(reply, 404, 'The resource could not be found.'));
  siteRoutes(app, service);
  serverRoutes(app, service);
}
