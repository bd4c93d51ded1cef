import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { type Database, openDatabase } from './database.ts';
import { MIGRATIONS_DIR, migrate } from './migrate.ts';

let server: TestDatabase;
let database: Database;
let directory: string;

beforeEach(async () => {
  server = await createTestDatabase();
  database = openDatabase({ url: server.url });
  directory = await mkdtemp(path.join(tmpdir(), 'fm-migrations-'));
  for (const name of await readdir(MIGRATIONS_DIR))
    await copyFile(path.join(MIGRATIONS_DIR, name), path.join(directory, name));
});
afterEach(async () => {
  await database.close();
  await server.drop();
  await rm(directory, { recursive: true });
});

test('an empty database gets every file in order, and a second run has nothing to do', async () => {
  const names = (await readdir(directory)).sort().map((name) => name.replace(/\.sql$/, ''));
  expect(await migrate(database.db, directory)).toEqual(names);
  expect(await migrate(database.db, directory)).toEqual([]);
});

test('replicas that start at once migrate once', async () => {
  const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(database.db, directory)));
  expect(runs.filter((names) => names.length > 0)).toHaveLength(1);
});

test('a file changed after it was applied is refused, by name', async () => {
  await migrate(database.db, directory);
  await writeFile(path.join(directory, '0001_inventory.sql'), 'select 1;');
  await expect(migrate(database.db, directory)).rejects.toMatchObject({
    code: 'FM_DATABASE_SCHEMA',
    detail: expect.stringContaining('0001_inventory.sql was changed'),
  });
});

test('a database of a newer version is refused', async () => {
  await writeFile(path.join(directory, '9999_future.sql'), 'create table future (id int);');
  await migrate(database.db, directory);
  await rm(path.join(directory, '9999_future.sql'));
  await expect(migrate(database.db, directory)).rejects.toMatchObject({
    detail: expect.stringContaining('made by a newer version'),
  });
});

test('a file that fails leaves nothing behind and is named', async () => {
  await writeFile(path.join(directory, '9999_broken.sql'), 'create table half (id int); select no_such_function();');
  await expect(migrate(database.db, directory)).rejects.toMatchObject({
    detail: expect.stringMatching(/9999_broken\.sql: .*no_such_function/),
  });
  const { rows } = await sql<{ half: string | null }>`select to_regclass('half')::text as half`.execute(database.db);
  expect(rows[0]?.half).toBeNull();
});
