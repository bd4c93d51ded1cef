import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../apps/fleet/src/free-port.ts';
import { ensureDatabase, startPostgres } from '../../apps/fleet/src/postgres/server.ts';
import { type Database, openDatabase } from '../../apps/hub/src/database/database.ts';
import { migrate } from '../../apps/hub/src/database/migrate.ts';

export interface HubStore {
  /** A fresh, migrated database of the hub. */
  database(): Promise<Database>;
  close(): Promise<void>;
}

/** A PostgreSQL with the settings of `npm start`, durable as it is there. */
export async function openHubStore(): Promise<HubStore> {
  const dir = await mkdtemp(path.join(tmpdir(), 'fm-bench-postgres-'));
  const server = await startPostgres({ dir, port: await freePort() });
  const opened: Database[] = [];
  return {
    database: async () => {
      const database = openDatabase({ url: await ensureDatabase(server.url, `hub_${randomBytes(4).toString('hex')}`) });
      opened.push(database);
      await migrate(database.db);
      return database;
    },
    close: async () => {
      for (const database of opened) await database.close();
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
