import { Secret } from '@fleet-manager/platform/secret';
import { z } from 'zod';

const named = z.object({ id: z.string(), name: z.string() });

const endpoint = z.object({
  url: z.string(),
  interface: z.string(),
  region: z.string().nullish(),
  region_id: z.string().nullish(),
});

const catalogEntry = z.object({
  type: z.string(),
  name: z.string().default(''),
  endpoints: z.array(endpoint).default([]),
});

export type CatalogEntry = z.infer<typeof catalogEntry>;

const tokenBody = z.object({
  token: z.object({
    expires_at: z.iso.datetime({ offset: true }),
    issued_at: z.iso.datetime({ offset: true }),
    user: named.optional(),
    project: named.optional(),
    roles: z.array(z.object({ name: z.string() })).default([]),
    catalog: z.array(catalogEntry).default([]),
  }),
});

/** A token as issued. Times are of the local clock, in milliseconds. */
export interface IssuedToken {
  readonly value: Secret;
  readonly obtainedAt: number;
  readonly expiresAt: number;
  /** From here on a new one is wanted. */
  readonly renewAt: number;
  readonly user: { id: string; name: string } | undefined;
  readonly project: { id: string; name: string } | undefined;
  readonly roles: readonly string[];
  readonly catalog: readonly CatalogEntry[];
}

const fiveMinutesMs = 5 * 60_000;

/**
 * Reads Keystone's answer. The life of a token is counted from when it was asked for, by the difference of Keystone's two
 * times: so a clock that differs from Keystone's neither shortens nor stretches it.
 * @returns undefined when the answer is not a token.
 */
export function readToken(body: unknown, header: string | undefined, askedAt: number): IssuedToken | undefined {
  const parsed = tokenBody.safeParse(body);
  if (!parsed.success || header === undefined || header === '') return undefined;
  const { token } = parsed.data;
  const life = Date.parse(token.expires_at) - Date.parse(token.issued_at);
  // At 75 % or five minutes before the end, whichever is earlier; a very short life is used to its half.
  const renewAfter = Math.min(life * 0.75, Math.max(life - fiveMinutesMs, life * 0.5));
  return {
    value: new Secret(header),
    obtainedAt: askedAt,
    expiresAt: askedAt + life,
    renewAt: askedAt + renewAfter,
    user: token.user,
    project: token.project,
    roles: token.roles.map((role) => role.name),
    catalog: token.catalog,
  };
}
