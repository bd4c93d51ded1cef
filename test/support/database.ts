import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { ensureDatabase } from '../../apps/fleet/src/postgres/server.ts';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A fresh, empty database in the PostgreSQL of this run. Drop it in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = await ensureDatabase(server, name);
  return {
    url,
    drop: async () => {
      const client = new pg.Client({ connectionString: server });
      await client.connect();
      try {
        await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
      } finally {
        await client.end();
      }
    },
  };
}
