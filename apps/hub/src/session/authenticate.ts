import type { Db } from '../database/database.ts';
import type { Authenticator } from '../http/principal.ts';
import { findSession } from './sessions.ts';
import type { TokenVerifier } from './tokens.ts';

export const SESSION_COOKIE = 'fm_session';

/** Bearer token or session cookie. A bearer that is sent counts alone: a wrong one is not excused by a good cookie. */
export function createAuthenticator(db: Db, tokens: TokenVerifier, clock: () => Date): Authenticator {
  return async (request) => {
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
      const principal = token === undefined ? undefined : await tokens.verify(token);
      return principal === undefined ? undefined : { principal, by: 'bearer' };
    }
    const session = request.cookies[SESSION_COOKIE];
    const principal = session === undefined ? undefined : await findSession(db, session, clock());
    return principal === undefined ? undefined : { principal, by: 'cookie' };
  };
}
