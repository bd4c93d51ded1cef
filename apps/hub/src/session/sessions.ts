import { createHash, randomBytes } from 'node:crypto';
import { PERSON_PERMISSIONS } from '@fleet-manager/contract/permissions';
import { type AuditContext, recordWrite } from '../audit/record.ts';
import type { Db, Trx } from '../database/database.ts';
import type { Principal } from '../http/principal.ts';

const MINUTE = 60_000;
export const LOGIN_CODE_TTL_MS = 10 * MINUTE;
export const SESSION_TTL_MS = 7 * 24 * 60 * MINUTE;
const IDLE_TTL_MS = 24 * 60 * MINUTE;
const TOUCH_EVERY_MS = 5 * MINUTE;

/** Only hashes are stored: who reads the database learns no code and no session. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
const newSecret = () => randomBytes(24).toString('base64url');

/** Makes a one-time code for the console's log-in page, good for ten minutes. */
export async function createLoginCode(db: Db | Trx, now: Date): Promise<string> {
  const code = newSecret();
  await db
    .insertInto('login_codes')
    .values({ code_hash: hashOf(code), expires_at: new Date(now.getTime() + LOGIN_CODE_TTL_MS), used_at: null })
    .execute();
  return code;
}

/** Makes a code for somebody who asked the API for it. */
export function createAuditedLoginCode(db: Db, now: Date, audit: AuditContext): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const code = await createLoginCode(trx, now);
    await recordWrite(trx, audit, { target: { kind: 'login-link', id: shortHash(code) } });
    return code;
  });
}

/** Tells one code or session from another in the audit log, and opens nothing. */
const shortHash = (secret: string) => hashOf(secret).slice(0, 12);

/** The link that logs a person in. The code is in the fragment: browsers never send it, so no proxy logs it. */
export function loginUrl(consoleUrl: string, code: string): string {
  return `${consoleUrl.replace(/\/+$/, '')}/login#code=${code}`;
}

export interface NewSession {
  /** What the cookie holds. */
  readonly id: string;
  readonly principal: Principal;
}

/** Uses a code up for a session; undefined when it is wrong, expired or used. */
export async function redeemLoginCode(
  db: Db,
  code: string,
  now: Date,
  audit: AuditContext,
): Promise<NewSession | undefined> {
  return db.transaction().execute(async (trx) => {
    const used = await trx
      .updateTable('login_codes')
      .set({ used_at: now })
      .where('code_hash', '=', hashOf(code))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('code_hash')
      .executeTakeFirst();
    if (used === undefined) return undefined;
    const id = newSecret();
    const expiresAt = new Date(now.getTime() + SESSION_TTL_MS);
    const person = 'operator';
    await trx
      .insertInto('sessions')
      .values({ id_hash: hashOf(id), person, created_at: now, last_seen_at: now, expires_at: expiresAt })
      .execute();
    const principal = personPrincipal(person, expiresAt);
    const target = { kind: 'session', id: shortHash(id) };
    await recordWrite(trx, { ...audit, actor: principal }, { target, after: { loginLink: shortHash(code) } });
    return { id, principal };
  });
}

/** The person of a session; undefined once it expired, was idle for a day, or ended. */
export async function findSession(db: Db, id: string, now: Date): Promise<Principal | undefined> {
  const session = await db
    .selectFrom('sessions')
    .selectAll()
    .where('id_hash', '=', hashOf(id))
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', new Date(now.getTime() - IDLE_TTL_MS))
    .executeTakeFirst();
  if (session === undefined) return undefined;
  if (now.getTime() - session.last_seen_at.getTime() > TOUCH_EVERY_MS) {
    await db.updateTable('sessions').set({ last_seen_at: now }).where('id_hash', '=', session.id_hash).execute();
  }
  return personPrincipal(session.person, session.expires_at);
}

export async function endSession(db: Db, id: string, audit: AuditContext): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom('sessions').where('id_hash', '=', hashOf(id)).executeTakeFirst();
    if (numDeletedRows > 0n) await recordWrite(trx, audit, { target: { kind: 'session', id: shortHash(id) } });
  });
}

/** Forgets what has expired. */
export async function sweepSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('login_codes')
    .where('expires_at', '<', new Date(now.getTime() - SESSION_TTL_MS))
    .execute();
}

export function personPrincipal(person: string, expiresAt: Date | null): Principal {
  return {
    kind: 'person',
    id: person,
    displayName: person,
    satellite: null,
    permissions: PERSON_PERMISSIONS,
    sites: 'all',
    expiresAt,
  };
}
