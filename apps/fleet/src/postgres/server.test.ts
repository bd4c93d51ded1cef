import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { ensureDatabase, startPostgres } from './server.ts';

describe('the embedded PostgreSQL', () => {
  let dir: string;
  beforeAll(async () => {
    // Only its owner may enter: under root the server must still reach its files.
    dir = await mkdtemp(path.join(tmpdir(), 'fm-postgres-'));
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  async function query(url: string, sql: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  it('keeps what was committed over a stop and a start', async () => {
    const first = await startPostgres({ dir, port: await freePort() });
    const url = await ensureDatabase(first.url, 'hub');
    await query(url, 'create table kept (n int)');
    await query(url, 'insert into kept values (42)');
    await first.stop();

    const second = await startPostgres({ dir, port: await freePort() });
    try {
      expect(await query(await ensureDatabase(second.url, 'hub'), 'select n from kept')).toEqual([{ n: 42 }]);
    } finally {
      await second.stop();
    }
  });

  it('says why it did not start', async () => {
    const first = await startPostgres({ dir, port: await freePort() });
    try {
      await expect(startPostgres({ dir, port: await freePort() })).rejects.toThrow(
        /did not start[\s\S]*postmaster\.pid/,
      );
    } finally {
      await first.stop();
    }
  });
});
