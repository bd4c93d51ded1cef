import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHubDatabase, type HubDatabase } from '../../test/hub-database.ts';
import { withTransaction } from '../database/transaction.ts';
import { appendEvents, EVENTS_CHANNEL, type NewEvent } from './outbox.ts';

let hub: HubDatabase;
beforeAll(async () => {
  hub = await createHubDatabase();
});
afterAll(() => hub.drop());

const event = (n: number): NewEvent => ({ kind: 'agent.changed', siteSlug: null, deviceId: null, data: { n } });

async function readAfter(cursor: number): Promise<number[]> {
  const rows = await hub.db.selectFrom('events').select('id').where('id', '>', cursor).orderBy('id').execute();
  return rows.map((row) => row.id);
}

test('a reader beside many writers never skips an event: ids are gap-free in commit order', async () => {
  const writer = fc.record({ count: fc.integer({ min: 0, max: 4 }), fails: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(writer, { minLength: 1, maxLength: 12 }), async (writers) => {
      const start = (await readAfter(0)).at(-1) ?? 0;
      const seen: number[] = [];
      let writing = true;
      const reader = (async () => {
        let cursor = start;
        for (;;) {
          const last = !writing;
          const ids = await readAfter(cursor);
          seen.push(...ids);
          cursor = ids.at(-1) ?? cursor;
          if (last) return;
        }
      })();
      await Promise.all(
        writers.map((w) =>
          withTransaction(hub.db, async (trx) => {
            await appendEvents(
              trx,
              Array.from({ length: w.count }, (_, n) => event(n)),
            );
            if (w.fails) throw new Error('rolled back');
          }).catch(() => undefined),
        ),
      );
      writing = false;
      await reader;
      const committed = writers.filter((w) => !w.fails).reduce((sum, w) => sum + w.count, 0);
      expect(seen).toEqual(Array.from({ length: committed }, (_, n) => start + n + 1));
    }),
    { numRuns: 25 },
  );
});

test('a listener hears the newest id once the transaction is committed', async () => {
  const client = await hub.connect();
  const heard: string[] = [];
  const first = new Promise<void>((resolve) => {
    client.on('notification', (message) => {
      heard.push(message.payload ?? '');
      resolve();
    });
  });
  await client.query(`listen ${EVENTS_CHANNEL}`);
  await withTransaction(hub.db, (trx) => appendEvents(trx, [event(1), event(2)]));
  await first;
  const newest = (await readAfter(0)).at(-1);
  expect(heard).toEqual([String(newest)]);
  await client.end();
});
