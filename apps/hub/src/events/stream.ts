import type { Db } from '../database/database.ts';
import type { Principal } from '../http/principal.ts';
import { type EventBus, newestEventId, type StoredEvent } from './bus.ts';
import { deletedUpTo } from './retention.ts';

export interface StreamFilter {
  readonly site: readonly string[];
  readonly kind: readonly string[];
  readonly device: string | undefined;
}

export interface StreamOptions {
  readonly db: Db;
  readonly bus: EventBus;
  readonly principal: Principal;
  readonly filter: StreamFilter;
  /** The last event the reader has seen; undefined to start with what comes next. */
  readonly after: number | undefined;
  readonly signal: AbortSignal;
  readonly heartbeatMs: number;
  readonly clock: () => Date;
}

/**
 * The text of an event stream, piece by piece; a slow reader slows it down, and it ends with `signal` or with the
 * credential. Ids of events that the filter hides reach the reader with the heartbeat, so a resumed stream does not read them again.
 */
export async function* eventStream(options: StreamOptions): AsyncGenerator<string> {
  const { db, bus, signal, heartbeatMs, principal, clock } = options;
  let cursor = options.after;
  yield 'retry: 2000\n\n';
  const newest = await newestEventId(db);
  if (cursor === undefined) {
    cursor = newest;
    yield idLine(cursor);
  } else if (cursor > newest || cursor < (await deletedUpTo(db))) {
    const reason = cursor > newest ? 'the hub has fewer events than that' : 'events after that are deleted';
    cursor = newest;
    yield `id: ${cursor}\nevent: reset\ndata: ${JSON.stringify({ reason, next: 'Read everything again.' })}\n\n`;
  }
  let told = cursor;
  let silentSince = clock().getTime();
  while (!signal.aborted && (principal.expiresAt === null || principal.expiresAt > clock())) {
    const events = await bus.after(cursor);
    const visible = events.filter((event) => isVisible(event, options));
    cursor = events.at(-1)?.id ?? cursor;
    if (visible.length > 0) {
      told = visible.at(-1)?.id ?? told;
      silentSince = clock().getTime();
      yield visible.map(inSse).join('');
      continue;
    }
    if (clock().getTime() - silentSince >= heartbeatMs) {
      silentSince = clock().getTime();
      yield cursor === told ? ': heartbeat\n\n' : `: heartbeat\n${idLine(cursor)}`;
      told = cursor;
    }
    await bus.wait(cursor, Math.max(1, heartbeatMs - (clock().getTime() - silentSince)), signal);
  }
}

const idLine = (id: number) => `id: ${id}\n\n`;

function inSse(event: StoredEvent): string {
  return `id: ${event.id}\ndata: ${JSON.stringify({ ...event, id: String(event.id) })}\n\n`;
}

function isVisible(event: StoredEvent, { principal, filter }: StreamOptions): boolean {
  // An event of no site concerns the fleet: only who may see all of it hears of it.
  if (principal.sites !== 'all' && (event.siteSlug === null || !principal.sites.includes(event.siteSlug))) return false;
  if (filter.site.length > 0 && (event.siteSlug === null || !filter.site.includes(event.siteSlug))) return false;
  if (filter.kind.length > 0 && !filter.kind.includes(event.kind)) return false;
  return filter.device === undefined || filter.device === event.deviceId;
}
