import type { AuditEvent, AuditQuery } from '@fleet-manager/contract/api/audit';
import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../database/database.ts';
import { type Principal, withinSites } from '../http/principal.ts';
import type { AuditTables } from './tables.ts';

type Filters = Omit<z.output<typeof AuditQuery>, 'cursor'>;

/** Newest first, from before the entry `before`. What concerns the whole fleet is for those who may see all of it. */
export async function listAuditEvents(
  db: Db,
  principal: Pick<Principal, 'sites'>,
  query: Filters & { readonly before: string | undefined },
): Promise<AuditEvent[]> {
  let rows = db.selectFrom('audit_events').selectAll().where(withinSites(principal, 'site_slug'));
  const among = (values: readonly string[]) => sql<string>`any(${values}::text[])`;
  if (query.before !== undefined) rows = rows.where('id', '<', Number(query.before));
  if (query.actor.length > 0) rows = rows.where('actor_id', '=', among(query.actor));
  if (query.action.length > 0) rows = rows.where('action', '=', among(query.action));
  if (query.outcome.length > 0) rows = rows.where(sql<boolean>`outcome = ${among(query.outcome)}`);
  if (query.site.length > 0) rows = rows.where('site_slug', '=', among(query.site));
  if (query.target !== undefined) rows = rows.where('target_id', '=', query.target);
  if (query.request !== undefined) rows = rows.where('request_id', '=', query.request);
  if (query.since !== undefined) rows = rows.where('at', '>=', new Date(query.since));
  if (query.until !== undefined) rows = rows.where('at', '<', new Date(query.until));
  return (await rows.orderBy('id', 'desc').limit(query.limit).execute()).map(present);
}

function present(row: Selectable<AuditTables['audit_events']>): AuditEvent {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    actorName: row.actor_name,
    action: row.action,
    targetKind: row.target_kind,
    targetId: row.target_id,
    siteSlug: row.site_slug,
    before: row.before,
    after: row.after,
    reason: row.reason,
    requestId: row.request_id,
    outcome: row.outcome,
    code: row.code,
  };
}
