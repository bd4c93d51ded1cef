import { PERMISSIONS, type Permission } from '@fleet-manager/contract/permissions';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Principal } from '../http/principal.ts';

/** Issues bearer tokens. A full token endpoint can take this place without its callers noticing. */
export interface TokenIssuer {
  issue(grant: TokenGrant): Promise<string>;
}

export interface TokenVerifier {
  /** Who a token speaks for; undefined when it is not ours, expired, or for another audience. */
  verify(token: string): Promise<Principal | undefined>;
}

export interface TokenGrant {
  readonly kind: Principal['kind'];
  readonly id: string;
  readonly displayName: string;
  readonly satellite: string | null;
  readonly permissions: readonly Permission[];
  readonly sites: readonly string[] | 'all';
  readonly ttlSeconds: number;
}

const ISSUER = 'fleet-manager-hub';
const AUDIENCE = 'fleet-manager';
const TYPE = 'at+jwt';
const ALL_SITES = '*';

const Claims = z.object({
  sub: z.string().min(1),
  exp: z.number(),
  scope: z.string(),
  fm_kind: z.enum(['person', 'agent']),
  fm_name: z.string(),
  fm_satellite: z.string().nullable(),
  fm_sites: z.union([z.literal(ALL_SITES), z.array(z.string())]),
});

/** Tokens in the form of RFC 9068, signed with a key that only hubs of this deployment hold. `key` has 32 bytes. */
export function createTokens(key: Uint8Array, clock: () => Date): TokenIssuer & TokenVerifier {
  return {
    issue: (grant) => {
      const now = Math.floor(clock().getTime() / 1000);
      return new SignJWT({
        client_id: grant.id,
        scope: grant.permissions.join(' '),
        fm_kind: grant.kind,
        fm_name: grant.displayName,
        fm_satellite: grant.satellite,
        fm_sites: grant.sites === 'all' ? ALL_SITES : [...grant.sites],
      })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(grant.id)
        .setIssuedAt(now)
        .setExpirationTime(now + grant.ttlSeconds)
        .sign(key);
    },
    verify: async (token) => {
      const options = { issuer: ISSUER, audience: AUDIENCE, typ: TYPE, algorithms: ['HS256'], currentDate: clock() };
      const verified = await jwtVerify(token, key, options).catch(() => undefined);
      const claims = Claims.safeParse(verified?.payload);
      if (!claims.success) return undefined;
      const { data } = claims;
      const scopes = new Set(data.scope.split(' '));
      return {
        kind: data.fm_kind,
        id: data.sub,
        displayName: data.fm_name,
        satellite: data.fm_satellite,
        permissions: PERMISSIONS.filter((permission) => scopes.has(permission)),
        sites: data.fm_sites === ALL_SITES ? 'all' : data.fm_sites,
        expiresAt: new Date(data.exp * 1000),
      };
    },
  };
}
