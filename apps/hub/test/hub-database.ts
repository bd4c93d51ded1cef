import { createTestDatabase } from '../../../test/support/database.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';

export interface HubDatabase extends Database {
  readonly url: string;
  drop(): Promise<void>;
}

/** A migrated database of its own; `drop` closes and removes it. */
export async function createHubDatabase(options: Omit<DatabaseOptions, 'url'> = {}): Promise<HubDatabase> {
  const test = await createTestDatabase();
  const database = openDatabase({ ...options, url: test.url });
  await migrate(database.db);
  return {
    ...database,
    url: test.url,
    drop: async () => {
      await database.close();
      await test.drop();
    },
  };
}
