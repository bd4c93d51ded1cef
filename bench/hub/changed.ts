import { sql } from 'kysely';
import type { Database, Db } from '../../apps/hub/src/database/database.ts';
import { LARGE_FLEET_SCOPE } from '../../apps/hub/test/large-fleet.ts';
import { interleave } from '../lib/interleave.ts';
import type { BenchLine } from '../lib/line.ts';
import { durations, times } from '../lib/stats.ts';
import { DEVICES, fleetHub, putReport } from './fleet-hub.ts';
import { heldConditions } from './held-conditions.ts';

/** The tables that a change of a device writes. */
const TABLES = ['conditions', 'condition_history', 'devices', 'status_history', 'events'] as const;
type Table = (typeof TABLES)[number];

export const hubChanged: BenchLine = {
  id: 'hub-changed',
  work: `${DEVICES.toLocaleString('en')} devices changed at once: condition, status, both histories and events`,
  against: 'COPY of the same rows into tables with the same indexes',
  goal: '≤ 3×',
  async run(tools) {
    const hub = await fleetHub();
    try {
      let sequence = 1;
      let written: Readonly<Record<string, number>> = {};
      const change = async () => {
        const at = new Date();
        const status = sequence % 2 === 1 ? 'False' : 'True';
        const conditions = (await heldConditions(hub.database, at.toISOString()))
          .filter((condition) => condition.type === 'MaintenanceClear')
          .map((condition) => ({ ...condition, status, reason: `Turn${sequence}` }));
        const before = await lastIds(hub.database);
        await sql`vacuum analyze`.execute(hub.database.db);
        const began = performance.now();
        await putReport(hub, {
          scope: LARGE_FLEET_SCOPE,
          mode: 'delta',
          sequence: sequence + 1,
          previousSequence: sequence,
          observedAt: at.toISOString(),
          conditions,
          uncovered: [],
        });
        const ms = performance.now() - began;
        sequence += 1;
        written = await keepWritten(hub.database, before, at);
        return { ms };
      };
      // The floor copies what a report has written: there must have been one.
      await change();
      const result = await interleave({
        ...tools,
        repeats: 5,
        subject: change,
        floor: async () => ({ ms: await copyWritten(hub.database) }),
      });
      const over = result.ratio((subject, floor) => subject.ms / floor.ms);
      const met = over.median <= 3;
      return {
        met,
        repeats: result.repeats,
        measured: times(over),
        details: [
          `One report over HTTP, applied and committed: ${durations(result.subject.ms)}.`,
          `COPY of those rows from the server’s own files, one transaction: ${durations(result.floor.ms)}.`,
          `Rows: ${Object.entries(written)
            .map(([table, n]) => `${n} ${table}`)
            .join(', ')}.`,
        ],
        ...(met ? {} : { whyNot: 'TODO' }),
      };
    } finally {
      await hub.close();
    }
  },
};

interface LastIds {
  readonly condition: number;
  readonly status: number;
  readonly event: number;
}

async function lastIds({ db }: Database): Promise<LastIds> {
  const { rows } = await sql<LastIds>`
    select (select coalesce(max(id), 0) from condition_history) as condition,
      (select coalesce(max(id), 0) from status_history) as status, (select last_id from event_counter) as event
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the database does not answer');
  return row;
}

/** A file of the server itself, in its own directory, as a literal. */
async function file(db: Db, table: Table) {
  const { rows } = await sql<{ dir: string }>`select current_setting('data_directory') as dir`.execute(db);
  return sql.lit(`${rows[0]?.dir}/bench_${table}.copy`);
}

/** Writes the rows that a report at `at` has written into files, and answers how many there are of each table. */
async function keepWritten({ db }: Database, before: LastIds, at: Date): Promise<Record<string, number>> {
  const chosen: Readonly<Record<Table, string>> = {
    conditions: `observed_at = '${at.toISOString()}'`,
    condition_history: `id > ${before.condition}`,
    devices: `id in (select device_id from condition_history where id > ${before.condition})`,
    status_history: `id > ${before.status}`,
    events: `id > ${before.event}`,
  };
  const counts: Record<string, number> = {};
  for (const table of TABLES) {
    const written = sql.raw(`select * from ${table} where ${chosen[table]}`);
    await sql`copy (${written}) to ${await file(db, table)}`.execute(db);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${written}) w`.execute(db);
    counts[table] = rows[0]?.n ?? 0;
  }
  return counts;
}

/** Copies the rows of the files into empty tables like those they come from, in one transaction. Answers milliseconds. */
async function copyWritten({ db }: Database): Promise<number> {
  for (const table of TABLES) {
    await sql`drop table if exists ${sql.table(`floor_${table}`)}`.execute(db);
    await sql`create table ${sql.table(`floor_${table}`)} (like ${sql.table(table)} including all)`.execute(db);
  }
  const files = await Promise.all(TABLES.map((table) => file(db, table)));
  const began = performance.now();
  await db.transaction().execute(async (trx) => {
    for (const [index, table] of TABLES.entries())
      await sql`copy ${sql.table(`floor_${table}`)} from ${files[index]}`.execute(trx);
  });
  return performance.now() - began;
}
