import { z } from 'zod';
import { EventKind } from '../api/agents.ts';
import { listParam, Uuid, Word } from '../api/common.ts';
import { defineRoute, type Route } from '../route.ts';

export const eventsRoutes = {
  streamEvents: defineRoute({
    operationId: 'streamEvents',
    method: 'GET',
    url: '/api/v1/events',
    summary: 'Events as they happen (server-sent events, resumable by Last-Event-ID)',
    tag: 'events',
    permission: 'event:read',
    query: z.object({
      site: listParam(Word),
      kind: listParam(EventKind),
      device: Uuid.optional(),
      after: z.string().regex(/^\d+$/).optional().meta({ description: 'Same as Last-Event-ID' }),
    }),
    headers: z.object({ 'last-event-id': z.string().regex(/^\d+$/).optional() }),
    responses: { 200: z.string() },
    stream: true,
  }),
} as const satisfies Record<string, Route>;
