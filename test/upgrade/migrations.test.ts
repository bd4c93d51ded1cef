import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../apps/hub/src/database/database.ts';
import { migrate } from '../../apps/hub/src/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Dump, dumpOf, fillAt, migrationNames, migrationsUpTo } from './database-dump.ts';
import { openHub } from './site.ts';

let server: TestDatabase;
let database: Database;
beforeEach(async () => {
  server = await createTestDatabase();
  database = openDatabase({ url: server.url });
});
afterEach(async () => {
  await database.close();
  await server.drop();
});

const names = await migrationNames();
const head = names.at(-1) ?? '';
const rowsOf = (dump: Dump, table: string) => dump.tables[table] ?? [];
/** What a migration may add to a row is left aside; what was there must still be there, as it was. */
function expectKept(now: Dump, before: Dump, table: string, key: string): void {
  const after = new Map(rowsOf(now, table).map((row) => [row[key], row]));
  for (const row of rowsOf(before, table)) expect(after.get(row[key]), `${table} ${row[key]}`).toMatchObject(row);
}

describe.each(names)('a database at %s, full of data', (schema) => {
  test('comes to the newest schema with all of it, and the hub shows it', async () => {
    const dump = await fillAt(database.db, schema);
    const before = await dumpOf(database.db, schema);
    expect(rowsOf(before, 'devices')).toHaveLength(5);
    expect(await migrate(database.db)).toEqual(names.filter((name) => name > schema));
    const after = await dumpOf(database.db, head);
    for (const table of [
      'device_inventory_history',
      'condition_history',
      'status_history',
      'events',
      'findings',
      'sites',
    ]) {
      expectKept(after, before, table, table === 'sites' ? 'netbox_id' : 'id');
    }
    expect(rowsOf(after, 'inventory_objects')).toHaveLength(rowsOf(dump, 'inventory_objects').length);

    const hub = await openHub(database);
    try {
      const { data: listed } = await hub.person.GET('/api/v1/devices', { params: { query: { limit: 100 } } });
      const devices = rowsOf(before, 'devices');
      expect(listed?.items.map((one) => one.name).sort()).toEqual(devices.map((row) => row.name).sort());
      for (const row of devices) {
        const params = { path: { id: String(row.id) } };
        const { data: device } = await hub.person.GET('/api/v1/devices/{id}', { params });
        expect(device).toMatchObject({ id: row.id, serial: row.serial, netboxId: row.netbox_id });
        const held = rowsOf(before, 'conditions').filter((one) => one.device_id === row.id);
        expect(device?.conditions.map((one) => one.type).sort()).toEqual(held.map((one) => one.type).sort());
        const history = await hub.person.GET('/api/v1/devices/{id}/history', {
          params: { ...params, query: { limit: 500 } },
        });
        const past = ['status_history', 'condition_history'].flatMap((table) => rowsOf(before, table));
        expect(history.data?.items.length).toBeGreaterThanOrEqual(
          past.filter((one) => one.device_id === row.id).length,
        );
      }
      const { data: findings } = await hub.person.GET('/api/v1/findings', {
        params: { query: { state: ['open', 'acknowledged', 'resolved'], limit: 100 } },
      });
      const kept = rowsOf(before, 'findings').map((row) => [row.subject, row.note]);
      expect(findings?.items.map((one) => [one.subject, one.note]).sort()).toEqual(kept.sort());
      // What was observed before the upgrade is long stale: nothing of it counts any more (I1).
      const statuses = new Map(listed?.items.map((one) => [one.name, one.operational_status]));
      const judged = before.tables.conditions !== undefined;
      for (const row of devices) {
        const expected = judged && row.device_class === null ? 'unmanaged' : 'unknown';
        expect(statuses.get(String(row.name))).toBe(expected);
      }
    } finally {
      await hub.close();
    }
  });

  test('events go on where they stopped', async () => {
    await fillAt(database.db, schema);
    await migrate(database.db);
    const before = await sql<{ last: number }>`select last_id as last from event_counter`.execute(database.db);
    const hub = await openHub(database);
    await hub.close();
    const { rows } = await sql<{ lowest: number | null }>`
      select min(id) as lowest from events where id > ${before.rows[0]?.last}`.execute(database.db);
    // Statuses that went stale meanwhile are told; the numbers follow without a gap.
    expect([null, Number(before.rows[0]?.last) + 1]).toContain(
      rows[0]?.lowest === null ? null : Number(rows[0]?.lowest),
    );
  });
});

test('hubs that start at once on an old database migrate it once, and all of them go on', async () => {
  await fillAt(database.db, names[0] ?? '');
  const others = [1, 2, 3].map(() => openDatabase({ url: server.url }));
  try {
    const applied = await Promise.all([database, ...others].map(({ db }) => migrate(db)));
    expect(applied.filter((one) => one.length > 0)).toEqual([names.slice(1)]);
  } finally {
    for (const other of others) await other.close();
  }
});

test('a migration that fails after others have worked leaves the old database as it was, and says which and why', async () => {
  await fillAt(database.db, names[0] ?? '');
  const before = await dumpOf(database.db, '');
  const all = await migrationsUpTo(head);
  try {
    await writeFile(
      path.join(all.dir, '9999_broken.sql'),
      `update devices set name = 'lost'; alter table devices drop column no_such;`,
    );
    await expect(migrate(database.db, all.dir)).rejects.toMatchObject({
      code: 'FM_DATABASE_SCHEMA',
      detail: expect.stringMatching(/9999_broken\.sql: .*no_such/),
    });
  } finally {
    await all.remove();
  }
  expect(await dumpOf(database.db, '')).toEqual(before);
  // Nothing is in the way of the release that repairs it.
  expect(await migrate(database.db)).toEqual(names.slice(1));
});

test('a database of a newer release is refused before anything is touched, with what to do', async () => {
  await fillAt(database.db, head);
  const newer = await migrationsUpTo(head);
  try {
    await writeFile(path.join(newer.dir, '9999_future.sql'), 'alter table devices add column future int;');
    await migrate(database.db, newer.dir);
  } finally {
    await newer.remove();
  }
  const before = await dumpOf(database.db, '');
  await expect(migrate(database.db)).rejects.toMatchObject({
    code: 'FM_DATABASE_SCHEMA',
    detail: expect.stringMatching(/9999_future.*made by a newer version/),
    next: expect.stringMatching(/Run the version that made it or a newer one/),
  });
  expect(await dumpOf(database.db, '')).toEqual(before);
});
