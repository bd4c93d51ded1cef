import type { Permission } from '@fleet-manager/contract/permissions';
import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';

/** Who calls, and what they may. Sites limit every query, so that what lies outside does not even seem to exist (I9). */
export interface Principal {
  readonly kind: 'person' | 'agent';
  /** The client id of an agent, the name of a person. */
  readonly id: string;
  readonly displayName: string;
  readonly satellite: string | null;
  readonly permissions: readonly Permission[];
  readonly sites: readonly string[] | 'all';
  readonly expiresAt: Date | null;
}

/** Tells who calls; undefined when no valid credential came with the request. */
export type Authenticator = (request: FastifyRequest) => Promise<Authenticated | undefined>;

export interface Authenticated {
  readonly principal: Principal;
  /** A browser sends cookies by itself, so writes with one need proof of where they come from. */
  readonly by: 'bearer' | 'cookie';
}

/** SQL condition that holds for rows of the principal's sites. `column` is a site slug. */
export function withinSites(principal: Pick<Principal, 'sites'>, column: string): RawBuilder<boolean> {
  if (principal.sites === 'all') return sql<boolean>`true`;
  return sql<boolean>`${sql.ref(column)} = any(${principal.sites}::text[])`;
}
