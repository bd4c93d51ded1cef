import type { Principal as PrincipalSchema } from '@fleet-manager/contract/api/agents';
import { FleetError } from '@fleet-manager/contract/errors';
import { routes } from '@fleet-manager/contract/routes';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { auditContext } from '../audit/record.ts';
import type { Db } from '../database/database.ts';
import type { Principal } from '../http/principal.ts';
import { register } from '../http/register.ts';
import { SESSION_COOKIE } from './authenticate.ts';
import {
  createAuditedLoginCode,
  endSession,
  LOGIN_CODE_TTL_MS,
  loginUrl,
  redeemLoginCode,
  SESSION_TTL_MS,
} from './sessions.ts';

export interface SessionDeps {
  readonly db: Db;
  readonly clock: () => Date;
  /** Whether people reach the hub over https: then the cookie is for https alone. */
  readonly secureCookies: boolean;
  /** Where people reach the console. */
  readonly consoleUrl: () => string;
}

export function registerSessionRoutes(
  app: FastifyInstance,
  { db, clock, secureCookies, consoleUrl }: SessionDeps,
): void {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: secureCookies } as const;

  register(app, routes.createSession, async ({ body, request, reply }) => {
    const now = clock();
    const session = await redeemLoginCode(db, body.code, now, auditContext(request, now));
    if (session === undefined) throw new FleetError('FM_LOGIN_CODE_INVALID', 'each code works once, for ten minutes');
    void reply.setCookie(SESSION_COOKIE, session.id, { ...attributes, maxAge: SESSION_TTL_MS / 1000 });
    return present(session.principal);
  });
  register(app, routes.createLoginLink, async ({ request }) => {
    const now = clock();
    const code = await createAuditedLoginCode(db, now, auditContext(request, now));
    return { url: loginUrl(consoleUrl(), code), expiresAt: new Date(now.getTime() + LOGIN_CODE_TTL_MS).toISOString() };
  });
  register(app, routes.getSession, async ({ principal }) => {
    if (principal === null) throw new FleetError('FM_UNAUTHENTICATED', 'nobody is logged in');
    return present(principal);
  });
  register(app, routes.deleteSession, async ({ request, reply }) => {
    const id = request.cookies[SESSION_COOKIE];
    if (id !== undefined) await endSession(db, id, auditContext(request, clock()));
    void reply.clearCookie(SESSION_COOKIE, attributes);
    return null;
  });
}

function present(principal: Principal): z.input<typeof PrincipalSchema> {
  const { kind, id, displayName, permissions, expiresAt } = principal;
  return { kind, id, displayName, permissions: [...permissions], expiresAt: expiresAt?.toISOString() ?? null };
}
