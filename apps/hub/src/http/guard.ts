import { FleetError } from '@fleet-manager/contract/errors';
import type { Permission } from '@fleet-manager/contract/permissions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticator, Principal } from './principal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    /** Null: anyone may call. Absent: not a route of the API. */
    permission?: Permission | null;
    /** Name of the operation in the API document. */
    operationId?: string;
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface GuardOptions {
  readonly authenticate: Authenticator;
  /** Origins that a browser may write from, besides the host that it talks to. */
  readonly origins: readonly string[];
}

/** Checks origin, credential and permission before a byte of the body is read. */
export function guard(app: FastifyInstance, options: GuardOptions): void {
  app.decorateRequest('principal', null);
  app.addHook('onRequest', async (request) => {
    const { permission } = request.routeOptions.config;
    if (permission === undefined) return;
    const found = await options.authenticate(request);
    if (!SAFE.has(request.method) && found?.by !== 'bearer') checkOrigin(request, options.origins, found !== undefined);
    request.principal = found?.principal ?? null;
    if (permission === null) return;
    if (found === undefined) throw new FleetError('FM_UNAUTHENTICATED', 'send a bearer token, or log in');
    if (!found.principal.permissions.includes(permission))
      throw new FleetError('FM_FORBIDDEN', `it takes ${permission}`);
  });
}

/** A write that a browser sends with its cookie must come from our own pages. */
function checkOrigin(request: FastifyRequest, origins: readonly string[], withCookie: boolean): void {
  const { origin } = request.headers;
  if (origin === undefined) {
    if (!withCookie) return;
    throw new FleetError('FM_FORBIDDEN', 'a write with a session cookie needs an Origin header');
  }
  const own = [`http://${request.host}`, `https://${request.host}`, ...origins];
  if (!own.includes(origin)) throw new FleetError('FM_FORBIDDEN', `writes from ${origin} are not accepted`);
}

/** An agent writes as itself only. @throws FleetError FM_FORBIDDEN */
export function requireSelf(principal: Principal, clientId: string): void {
  if (principal.id !== clientId) throw new FleetError('FM_FORBIDDEN', `${principal.id} may not speak for ${clientId}`);
}
