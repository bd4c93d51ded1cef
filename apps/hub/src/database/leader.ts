import type pg from 'pg';
import type { Database } from './database.ts';

export interface LeaderOptions {
  readonly database: Pick<Database, 'connect'>;
  /** Such as `netbox-agent`; one leader per name and database. */
  readonly name: string;
  /** Ends the candidacy, and the leadership with it. */
  readonly signal: AbortSignal;
  readonly retryMs?: number;
  readonly onError?: (error: unknown) => void;
}

/**
 * Runs `lead` while this process holds the advisory lock of `name`; others wait for it. The signal given to `lead` aborts
 * when the lock is lost with its connection: `lead` must then stop. Returns when `options.signal` aborts.
 */
export async function runAsLeader(options: LeaderOptions, lead: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const retryMs = options.retryMs ?? 2_000;
  while (!options.signal.aborted) {
    try {
      await candidate(options, lead);
    } catch (error) {
      options.onError?.(error);
    }
    await pause(retryMs, options.signal);
  }
}

async function candidate(options: LeaderOptions, lead: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const client = await options.database.connect();
  try {
    if (!(await tryLock(client, options.name))) return;
    const lost = new AbortController();
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    await lead(AbortSignal.any([options.signal, lost.signal]));
  } finally {
    client.removeAllListeners('end');
    await client.end().catch(() => undefined);
  }
}

async function tryLock(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('fleet-manager/' || $1, 0)) as locked`,
    [name],
  );
  return rows[0]?.locked === true;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
