import type { FleetEvent } from '@fleet-manager/contract/api/agents';
import type { Logger } from '@fleet-manager/platform/logging';
import type pg from 'pg';
import type { Database, Db } from '../database/database.ts';
import { EVENTS_CHANNEL } from './outbox.ts';

const TAIL = 2_000;
const READ = 1_000;
const RECONNECT_MS = 1_000;

export interface StoredEvent extends Omit<FleetEvent, 'id'> {
  readonly id: number;
}

/**
 * The events of this process: one LISTEN connection, and the newest events in memory, so that two hundred readers cost one
 * query and not two hundred. A reader that is further behind reads the table.
 */
export class EventBus {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #wake = new Set<() => void>();
  #tail: StoredEvent[] = [];
  #newest = 0;
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #reading: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  async start(): Promise<void> {
    this.#newest = await newestEventId(this.#database.db);
    await this.#listen();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    for (const wake of this.#wake) wake();
    await this.#reading;
    await this.#client?.end().catch(() => undefined);
  }

  /** How many readers wait for an event. */
  get waiting(): number {
    return this.#wake.size;
  }

  /** The newest event that readers here can be given. */
  get newest(): number {
    return this.#newest;
  }

  /** Events after `cursor`, oldest first, at most a thousand; none when the reader has seen all. */
  async after(cursor: number): Promise<readonly StoredEvent[]> {
    if (cursor >= this.#newest) return [];
    const [oldest] = this.#tail;
    if (oldest !== undefined && cursor >= oldest.id - 1) return this.#tail.slice(cursor - oldest.id + 1).slice(0, READ);
    return readEvents(this.#database.db, cursor, READ);
  }

  /** Resolves when there may be something after `cursor`, after `timeoutMs`, or when `signal` aborts. */
  wait(cursor: number, timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (this.#closed || signal.aborted || this.#newest > cursor) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#wake.delete(done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      signal.addEventListener('abort', done);
      this.#wake.add(done);
    });
  }

  async #listen(): Promise<void> {
    const client = await this.#database.connect();
    let over = false;
    const lost = () => {
      if (over) return;
      over = true;
      this.#client = undefined;
      if (!this.#closed) this.#relisten();
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', () => this.#read());
    this.#client = client;
    await client.query(`listen ${EVENTS_CHANNEL}`);
    // What was announced while nobody listened.
    this.#read();
  }

  #relisten(): void {
    this.#retry = setTimeout(() => {
      this.#listen().catch((error: unknown) => {
        this.#log.warn({ err: error }, 'cannot listen for events; trying again');
        if (!this.#closed) this.#relisten();
      });
    }, RECONNECT_MS);
  }

  /** One read at a time; a notice that arrives meanwhile causes one more. */
  #read(): void {
    this.#again = true;
    this.#reading ??= this.#drain().finally(() => {
      this.#reading = undefined;
    });
  }

  async #drain(): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false;
      try {
        for (;;) {
          const events = await readEvents(this.#database.db, this.#newest, READ);
          const last = events.at(-1);
          if (last === undefined) break;
          this.#tail = [...this.#tail, ...events].slice(-TAIL);
          this.#newest = last.id;
          for (const wake of this.#wake) wake();
        }
      } catch (error) {
        // The next notice, or the next connection, reads again from the same place.
        this.#log.warn({ err: error }, 'cannot read events');
      }
    }
  }
}

export async function newestEventId(db: Db): Promise<number> {
  const counter = await db.selectFrom('event_counter').select('last_id').executeTakeFirstOrThrow();
  return counter.last_id;
}

async function readEvents(db: Db, after: number, limit: number): Promise<StoredEvent[]> {
  const rows = await db.selectFrom('events').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    siteSlug: row.site_slug,
    deviceId: row.device_id,
    data: row.data,
  }));
}
