import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../apps/hub/src/database/database.ts';
import { MIGRATIONS_DIR, migrate } from '../../apps/hub/src/database/migrate.ts';

const DUMPS = path.join(import.meta.dirname, 'databases');
/** Rows by table, as a real hub had written them at `schema`. */
export const Dump = z.object({
  schema: z.string(),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
export type Dump = z.infer<typeof Dump>;

/** Names of the hub's migrations in order, without `.sql`. */
export async function migrationNames(): Promise<string[]> {
  const files = (await readdir(MIGRATIONS_DIR)).filter((name) => name.endsWith('.sql')).sort();
  return files.map((name) => name.slice(0, -'.sql'.length));
}

/** A folder with the migrations up to one, as an older release had it. Remove it when done. */
export async function migrationsUpTo(last: string): Promise<{ dir: string; remove(): Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'fm-migrations-'));
  for (const name of await migrationNames()) {
    if (name <= last) await copyFile(path.join(MIGRATIONS_DIR, `${name}.sql`), path.join(dir, `${name}.sql`));
  }
  return { dir, remove: () => rm(dir, { recursive: true }) };
}

/** The rows that suit a schema best: those recorded at it or at the last one before, else the first ones after. */
export async function dumpFor(schema: string): Promise<Dump> {
  const names = (await readdir(DUMPS)).map((file) => file.replace(/\.json$/, '')).sort();
  const best = names.filter((name) => name <= schema).at(-1) ?? names[0];
  return Dump.parse(JSON.parse(await readFile(path.join(DUMPS, `${best}.json`), 'utf8')));
}

/**
 * Brings an empty database to a schema, with the data that a hub of that schema holds. Data recorded at a later schema is cut
 * down to the tables and columns that were there; data of an earlier one has been migrated.
 */
export async function fillAt(db: Db, schema: string): Promise<Dump> {
  const dump = await dumpFor(schema);
  const at = await migrationsUpTo(dump.schema < schema ? dump.schema : schema);
  const wanted = await migrationsUpTo(schema);
  try {
    await migrate(db, at.dir);
    await load(db, dump);
    await migrate(db, wanted.dir);
    return dump;
  } finally {
    await at.remove();
    await wanted.remove();
  }
}

async function load(db: Db, dump: Dump): Promise<void> {
  await db.connection().execute(async (one) => {
    // Foreign keys hold in the data; the order of the tables need not follow them.
    await sql`set session_replication_role = replica`.execute(one);
    for (const [table, rows] of Object.entries(dump.tables)) {
      const { rows: found } = await sql<{ oid: string | null }>`select to_regclass(${table})::text as oid`.execute(one);
      if (found[0]?.oid == null || rows.length === 0) continue;
      const columns = await columnsOf(one, table);
      const kept = sql.join(
        Object.keys(rows[0] ?? {})
          .filter((name) => columns.includes(name))
          .map((name) => sql.ref(name)),
      );
      await sql`delete from ${sql.table(table)}`.execute(one);
      await sql`insert into ${sql.table(table)} (${kept}) overriding system value
        select ${kept} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
        one,
      );
      if (columns.includes('id') && typeof rows[0]?.id === 'number' && (await isIdentity(one, table))) {
        await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
          one,
        );
      }
    }
    const { rows: judged } = await sql<{ oid: string | null }>`select to_regclass('conditions')::text as oid`.execute(
      one,
    );
    // A schema without conditions had derived nothing yet.
    if (judged[0]?.oid == null) {
      await sql`update devices set operational_status = default, status_summary = default, also_true = default`.execute(
        one,
      );
    }
    await sql`set session_replication_role = default`.execute(one);
  });
}

async function columnsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = ${table} and table_schema = current_schema()
  `.execute(db);
  return rows.map((row) => row.name);
}

async function isIdentity(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{ name: string | null }>`select pg_get_serial_sequence(${table}, 'id') as name`.execute(
    db,
  );
  return rows[0]?.name != null;
}

/** Every table's rows, as they are. */
export async function dumpOf(db: Db, schema: string): Promise<Dump> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name !~ '^(kysely_|migration_files)'
    order by table_name
  `.execute(db);
  const out: Record<string, Record<string, unknown>[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{
      row: Record<string, unknown>;
    }>`select to_json(t) as row from ${sql.table(name)} t`.execute(db);
    out[name] = rows.map(({ row }) => row);
  }
  return { schema, tables: out };
}
