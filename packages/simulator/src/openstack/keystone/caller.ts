import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { splitUrl } from '../../http/server.ts';
import { rulesAllow } from './access-rules.ts';
import { type Identity, type Token, WRONG_CREDENTIALS } from './identity.ts';

/** Who makes a request, as the policies of the services see it. */
export interface Caller {
  readonly system: boolean;
  readonly projectId: string | null;
  readonly userId: string;
  readonly roles: readonly string[];
  /** Set where no policy is asked, because there is no Keystone: everything is allowed, and yet no scope is there. */
  readonly unscoped?: boolean;
}

const NOBODY: Caller = { system: true, projectId: null, userId: 'none', roles: ['admin'], unscoped: true };

export interface CallerGuard {
  /** The caller of a request that the guard let pass. */
  of(request: FastifyRequest): Caller;
}

export interface TokenGuardOptions {
  readonly identity: Identity;
  /** Service type in the catalog, as access rules name it. */
  readonly service: string;
  /** Address of the Keystone, named in the `WWW-Authenticate` header. */
  readonly keystoneUrl: () => string;
  /** Paths that need no token, such as the version documents. */
  readonly isPublic: (path: string) => boolean;
  /** Set when the service was installed without a service type: every credential with rules is refused. */
  readonly serviceTypeUnset?: () => boolean;
  /** A service that the catalog does not show refuses every credential with rules, too. */
  readonly isInCatalog?: () => boolean;
}

/**
 * Puts the services' token check before every route. A missing access rule is answered with the very same 401 as a token
 * that has expired: that is how the real check does it.
 */
export function guardWithTokens(app: FastifyInstance, options: TokenGuardOptions): CallerGuard {
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.addHook('preHandler', async (request, reply) => {
    const { path } = splitUrl(request.url);
    if (path.startsWith('/_control/') || options.isPublic(path)) return undefined;
    const header = request.headers['x-auth-token'];
    const token = typeof header === 'string' ? options.identity.token(header) : undefined;
    if (token === undefined || !allowed(token, request.method, path, options)) {
      return unauthorized(reply, options.keystoneUrl());
    }
    callers.set(request, callerOf(token));
    return undefined;
  });
  return { of: (request) => required(callers.get(request)) };
}

/** The same caller for every request: a standalone service without Keystone. */
export function guardWithNothing(): CallerGuard {
  return { of: () => NOBODY };
}

export function callerOf(token: Token): Caller {
  return { system: token.system, projectId: token.project?.id ?? null, userId: token.user.id, roles: token.roles };
}

function allowed(token: Token, method: string, path: string, options: TokenGuardOptions): boolean {
  const rules = token.credential?.rules ?? null;
  if (rules === null) return true;
  if (options.serviceTypeUnset?.() || options.isInCatalog?.() === false) return false;
  return rulesAllow(rules, { service: options.service, method, path: decodeURI(path) });
}

function unauthorized(reply: FastifyReply, keystoneUrl: string): FastifyReply {
  return reply
    .code(401)
    .header('www-authenticate', `Keystone uri="${keystoneUrl}"`)
    .send({ error: { code: 401, title: 'Unauthorized', message: WRONG_CREDENTIALS } });
}

function required(caller: Caller | undefined): Caller {
  if (caller === undefined) throw new Error('a route without a token check asked for its caller');
  return caller;
}
