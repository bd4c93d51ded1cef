import { routes } from '@fleet-manager/contract/routes';
import type { Logger } from '@fleet-manager/platform/logging';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { auditContext } from '../audit/record.ts';
import type { Db } from '../database/database.ts';
import { type CursorCodec, pageOfRows } from '../http/cursor.ts';
import { requireSelf } from '../http/guard.ts';
import { register, versionEtag } from '../http/register.ts';
import { tolerateFindings } from '../http/tolerate.ts';
import { applyFindings } from './report.ts';
import { getFinding, listFindings, updateFinding } from './store.ts';

const REPORT_LIMIT = 32 * 1024 * 1024;
const LIST = 'findings';
const Position = z.tuple([z.string(), z.string()]);

export interface FindingDeps {
  readonly db: Db;
  readonly cursors: CursorCodec;
  readonly clock: () => Date;
  readonly log: Logger;
}

export function registerFindingRoutes(app: FastifyInstance, { db, cursors, clock, log }: FindingDeps): void {
  register(app, routes.listFindings, async ({ query, principal }) => {
    const after = query.cursor === undefined ? undefined : cursors.decode(LIST, query.cursor, Position);
    const { site, kind, state, device, limit } = query;
    const read = await listFindings(db, principal, { site, kind, state, device, after, limit: limit + 1 });
    const { rows, nextCursor } = pageOfRows(read, limit, (last) =>
      cursors.encode(LIST, [last.openedAt, last.finding.id]),
    );
    return { items: rows.map((row) => row.finding), nextCursor };
  });
  register(app, routes.getFinding, async ({ params, principal, reply }) => {
    const finding = await getFinding(db, principal, params.id);
    void reply.header('etag', versionEtag(finding.version));
    return finding;
  });
  register(app, routes.updateFinding, async ({ params, body, headers, principal, request, reply }) => {
    const audit = auditContext(request, clock());
    const finding = await updateFinding(db, principal, params.id, body, headers['if-match'], audit);
    void reply.header('etag', versionEtag(finding.version));
    return finding;
  });
  register(
    app,
    routes.putFindingReport,
    async ({ params, body, principal }) => {
      requireSelf(principal, params.clientId);
      const scope = { source: principal.id, scope: params.scope, sites: principal.sites };
      return applyFindings(db, scope, body, clock());
    },
    { bodyLimit: REPORT_LIMIT, tolerate: tolerateFindings(log) },
  );
}
