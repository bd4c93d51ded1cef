import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { FleetError } from '@fleet-manager/contract/errors';
import { type Migration, type MigrationProvider, Migrator, sql } from 'kysely';
import type { Db } from './database.ts';

/** The hub's own migrations. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('../../migrations', import.meta.url));

interface MigrationFile {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

/**
 * Brings the database to the newest schema and answers the names of the files it applied. Files are forward-only: one that
 * was changed after it was applied, or that is gone, is refused before anything is touched. All that is pending is applied in one transaction.
 */
export async function migrate(db: Db, directory: string = MIGRATIONS_DIR): Promise<readonly string[]> {
  const files = await readFiles(directory);
  const create = sql`create table if not exists migration_files (name text primary key, sha256 text not null)`;
  // Two processes that create it at once: one of them loses a race inside the catalogue, and finds the table made.
  await create.execute(db).catch(() => create.execute(db));
  await refuseChanged(db, files);
  const migrator = new Migrator({ db, provider: providerOf(files), allowUnorderedMigrations: false });
  const { error, results = [] } = await migrator.migrateToLatest();
  const failed = results.find((result) => result.status === 'Error');
  if (failed !== undefined || error !== undefined) {
    const reason = error instanceof Error ? error.message : String(error);
    const where = failed === undefined ? '' : `${failed.migrationName}.sql: `;
    throw new FleetError('FM_DATABASE_SCHEMA', `${where}${reason}`, { cause: error });
  }
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName);
}

async function readFiles(directory: string): Promise<MigrationFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  if (names.length === 0) throw new FleetError('FM_DATABASE_SCHEMA', `no migrations in ${directory}`);
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(directory, name), 'utf8');
      return { name: name.slice(0, -'.sql'.length), text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function refuseChanged(db: Db, files: readonly MigrationFile[]): Promise<void> {
  const { rows } = await sql<{ name: string; sha256: string }>`select name, sha256 from migration_files`.execute(db);
  const hashes = new Map(files.map((file) => [file.name, file.hash]));
  for (const applied of rows) {
    const hash = hashes.get(applied.name);
    if (hash === undefined) {
      throw new FleetError(
        'FM_DATABASE_SCHEMA',
        `the database has ${applied.name}, which this version does not know: it was made by a newer version`,
      );
    }
    if (hash !== applied.sha256) {
      throw new FleetError('FM_DATABASE_SCHEMA', `${applied.name}.sql was changed after it had been applied`);
    }
  }
}

function providerOf(files: readonly MigrationFile[]): MigrationProvider {
  const migrations = Object.fromEntries(
    files.map((file): [string, Migration] => [
      file.name,
      {
        up: async (db) => {
          await sql.raw(file.text).execute(db);
          await sql`insert into migration_files (name, sha256) values (${file.name}, ${file.hash})`.execute(db);
        },
      },
    ]),
  );
  return { getMigrations: () => Promise.resolve(migrations) };
}
