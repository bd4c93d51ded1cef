import { routes } from '@fleet-manager/contract/routes';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { type CursorCodec, pageOfRows } from '../http/cursor.ts';
import { register } from '../http/register.ts';
import { listAuditEvents } from './read.ts';

const LIST = 'audit-events';
const Position = z.tuple([z.string().regex(/^\d+$/)]);

export function registerAuditRoutes(
  app: FastifyInstance,
  { db, cursors }: { readonly db: Db; readonly cursors: CursorCodec },
): void {
  register(app, routes.listAuditEvents, async ({ query: { cursor, limit, ...filters }, principal }) => {
    const before = cursor === undefined ? undefined : cursors.decode(LIST, cursor, Position)[0];
    const read = await listAuditEvents(db, principal, { ...filters, limit: limit + 1, before });
    const { rows, nextCursor } = pageOfRows(read, limit, (last) => cursors.encode(LIST, [last.id]));
    return { items: [...rows], nextCursor };
  });
}
