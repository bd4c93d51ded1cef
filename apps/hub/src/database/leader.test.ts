import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHubDatabase, type HubDatabase } from '../../test/hub-database.ts';
import { runAsLeader } from './leader.ts';

let hub: HubDatabase;
beforeAll(async () => {
  hub = await createHubDatabase();
});
afterAll(() => hub.drop());

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())));

test('one leads, the next takes over when it ends, and both never at once', async () => {
  let leading = 0;
  const order: string[] = [];
  const candidates = ['a', 'b'].map((name) => {
    const stop = new AbortController();
    let started: () => void = () => undefined;
    const leads = new Promise<void>((resolve) => {
      started = resolve;
    });
    const done = runAsLeader({ database: hub, name: 'test', signal: stop.signal, retryMs: 20 }, async (signal) => {
      leading += 1;
      expect(leading).toBe(1);
      order.push(name);
      started();
      await untilAborted(signal);
      leading -= 1;
    });
    return { name, stop, leads, done };
  });
  const [a, b] = candidates;
  if (a === undefined || b === undefined) throw new Error('two candidates');
  const winner = await Promise.race([a.leads.then(() => a), b.leads.then(() => b)]);
  const other = winner === a ? b : a;
  winner.stop.abort();
  await winner.done;
  await other.leads;
  other.stop.abort();
  await other.done;
  expect(order).toEqual([winner.name, other.name]);
});

test('a leader whose connection is cut is told to stop', async () => {
  const stop = new AbortController();
  let terms = 0;
  const second = new Promise<void>((resolve) => {
    void runAsLeader({ database: hub, name: 'cut', signal: stop.signal, retryMs: 20 }, async (signal) => {
      terms += 1;
      if (terms === 2) return resolve();
      const killer = await hub.connect();
      await killer.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
         and database = (select oid from pg_database where datname = current_database())`,
      );
      await killer.end();
      await untilAborted(signal);
    });
  });
  await second;
  stop.abort();
  expect(terms).toBe(2);
});
