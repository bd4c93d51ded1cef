import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHubDatabase, type HubDatabase } from '../../test/hub-database.ts';
import { withTransaction } from './transaction.ts';

let hub: HubDatabase;
beforeAll(async () => {
  hub = await createHubDatabase();
});
afterAll(() => hub.drop());

test('I12: a connection killed within a transaction fails that transaction, and the next one works', async () => {
  const killed = withTransaction(hub.db, async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(hub.db);
    await sql`select 1`.execute(trx);
  });
  // The word for it differs with the moment: the server's farewell, a reset, or a client that already knows.
  await expect(killed).rejects.toThrow();
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(hub.db);
  expect(rows).toEqual([{ one: 1 }]);
});

test('a transaction that loses a deadlock runs again from its beginning', async () => {
  await sql`create table pair (id int primary key, n int not null default 0)`.execute(hub.db);
  await sql`insert into pair (id) values (1), (2)`.execute(hub.db);
  let waiting = 0;
  let release: () => void = () => undefined;
  const bothHoldOne = new Promise<void>((resolve) => {
    release = resolve;
  });
  const touch = (first: number, second: number) =>
    withTransaction(hub.db, async (trx) => {
      await sql`update pair set n = n + 1 where id = ${first}`.execute(trx);
      waiting += 1;
      if (waiting === 2) release();
      await bothHoldOne;
      await sql`update pair set n = n + 1 where id = ${second}`.execute(trx);
    });
  await Promise.all([touch(1, 2), touch(2, 1)]);
  expect(waiting).toBeGreaterThan(2);
  const { rows } = await sql<{ n: number }>`select n from pair order by id`.execute(hub.db);
  expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
});
