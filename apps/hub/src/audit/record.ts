import type { FastifyRequest } from 'fastify';
import type { Db, Trx } from '../database/database.ts';
import type { Principal } from '../http/principal.ts';
import type { AuditOutcome } from './tables.ts';

/** Who acts, by which operation of the API, in which request. */
export interface AuditContext {
  readonly actor: Pick<Principal, 'kind' | 'id' | 'displayName'> | null;
  readonly action: string;
  readonly requestId: string;
  readonly at: Date;
}

/** What was acted on, and how it changed. Holds no secrets: values are those that the API shows. */
export interface AuditedChange {
  readonly target: { readonly kind: string; readonly id: string } | null;
  readonly siteSlug?: string | null;
  readonly before?: Readonly<Record<string, unknown>> | null;
  readonly after?: Readonly<Record<string, unknown>> | null;
  /** In the actor's words. */
  readonly reason?: string | null;
}

export function auditContext(request: FastifyRequest, at: Date): AuditContext {
  const { principal, routeOptions } = request;
  return { actor: principal, action: routeOptions.config.operationId ?? 'unknown', requestId: request.id, at };
}

/** Notes a write. Give it the transaction of the write itself: then neither is there without the other. */
export async function recordWrite(db: Db | Trx, context: AuditContext, change: AuditedChange): Promise<void> {
  await insert(db, context, change, { outcome: 'done', code: null });
}

/** Notes an attempt that was refused, or that failed. */
export async function recordAttempt(
  db: Db | Trx,
  context: AuditContext,
  change: AuditedChange,
  result: { readonly outcome: Exclude<AuditOutcome, 'done'>; readonly code: string },
): Promise<void> {
  await insert(db, context, change, result);
}

async function insert(
  db: Db | Trx,
  { actor, action, requestId, at }: AuditContext,
  { target, siteSlug, before, after, reason }: AuditedChange,
  { outcome, code }: { readonly outcome: AuditOutcome; readonly code: string | null },
): Promise<void> {
  const json = (value: AuditedChange['before']) => (value == null ? null : JSON.stringify(value));
  await db
    .insertInto('audit_events')
    .values({
      at,
      actor_kind: actor?.kind ?? 'anonymous',
      actor_id: actor?.id ?? 'anonymous',
      actor_name: actor?.displayName ?? 'nobody that is logged in',
      action,
      target_kind: target?.kind ?? null,
      target_id: target?.id ?? null,
      site_slug: siteSlug ?? null,
      before: json(before),
      after: json(after),
      reason: reason ?? null,
      request_id: requestId,
      outcome,
      code,
    })
    .execute();
}
