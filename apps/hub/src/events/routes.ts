import { Readable } from 'node:stream';
import { routes } from '@fleet-manager/contract/routes';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../database/database.ts';
import { register } from '../http/register.ts';
import type { EventBus } from './bus.ts';
import { eventStream } from './stream.ts';

const HEARTBEAT_MS = 15_000;

export interface EventDeps {
  readonly db: Db;
  readonly bus: EventBus;
  readonly clock: () => Date;
  readonly heartbeatMs?: number;
}

export function registerEventRoutes(app: FastifyInstance, { db, bus, clock, heartbeatMs }: EventDeps): void {
  const closing = new AbortController();
  // Before the server waits for its connections: these would never end by themselves.
  app.addHook('preClose', async () => closing.abort());

  register(app, routes.streamEvents, async ({ query, headers, principal, reply }) => {
    const given = headers['last-event-id'] ?? query.after;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const text = eventStream({
      db,
      bus,
      principal,
      filter: { site: query.site, kind: query.kind, device: query.device },
      after: given === undefined ? undefined : Number(given),
      signal: AbortSignal.any([closing.signal, gone.signal]),
      heartbeatMs: heartbeatMs ?? HEARTBEAT_MS,
      clock,
    });
    void reply.headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      // Nothing follows a stream on its connection; left open, it would hold up the server's end.
      connection: 'close',
    });
    await reply.send(Readable.from(text, { objectMode: true, highWaterMark: 1 }));
    return '';
  });
}
