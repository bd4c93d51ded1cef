import { sql } from 'kysely';
import type { Database } from '../../apps/hub/src/database/database.ts';
import { LARGE_FLEET_SCOPE } from '../../apps/hub/test/large-fleet.ts';
import type { BenchLine } from '../lib/line.ts';
import { figure, spreadOf } from '../lib/stats.ts';
import { DEVICES, type FleetHub, fleetHub, putReport } from './fleet-hub.ts';
import { heldConditions } from './held-conditions.ts';

const WALKS = 5;

export const hubUnchanged: BenchLine = {
  id: 'hub-unchanged',
  work: `${DEVICES.toLocaleString('en')} unchanged devices polled`,
  against: 'rows and bytes that the database writes',
  goal: 'one coverage row per walk, no condition rows',
  async run(tools) {
    const hub = await fleetHub();
    try {
      const walks: Written[] = [];
      for (let walk = 1; walk <= WALKS; walk += 1) {
        tools.signal.throwIfAborted();
        tools.progress(`walk ${walk} of ${WALKS}`);
        walks.push(await writtenBy(hub, walk, 'delta'));
      }
      // An agent that starts anew does not know what the hub holds, and tells everything again.
      const again = await writtenBy(hub, WALKS + 1, 'full');
      const rows = walks.map((walk) => totalOf(walk.rows));
      const met = [...walks, again].every(
        ({ rows }) => Object.keys(rows).join() === 'condition_coverage' && totalOf(rows) === 1,
      );
      const bytes = spreadOf(walks.map((walk) => walk.bytes));
      return {
        met,
        repeats: walks.length,
        measured: `${spreadOf(rows).median} row, ${figure(bytes.median)} bytes (${figure(bytes.min)}-${figure(bytes.max)}) a walk`,
        details: [
          `Rows of one walk: ${inWords(walks[0]?.rows ?? {})}; its report is ${figure(walks[0]?.sent ?? 0)} bytes.`,
          `A full report of the same ${DEVICES * 7} conditions, as an agent sends it when it starts: ${inWords(again.rows)}, ${figure(again.bytes)} bytes written of ${figure(again.sent / 1e6)} MB sent.`,
        ],
        ...(met ? {} : { whyNot: 'See the rows.' }),
      };
    } finally {
      await hub.close();
    }
  },
};

interface Written {
  /** Rows inserted, updated or deleted, by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Of the write-ahead log. */
  readonly bytes: number;
  readonly sent: number;
}

async function writtenBy(hub: FleetHub, walk: number, mode: 'delta' | 'full'): Promise<Written> {
  const now = new Date().toISOString();
  const conditions = mode === 'full' ? await heldConditions(hub.database, now) : [];
  const report = { scope: LARGE_FLEET_SCOPE, mode, sequence: walk + 1, previousSequence: walk, observedAt: now };
  // A checkpoint makes the next write of each page a whole page: taken now, none falls into the measured walk by chance.
  await sql`checkpoint`.execute(hub.database.db);
  const before = { rows: await rowCounts(hub.database), at: await walPosition(hub.database) };
  const sent = await putReport(hub, { ...report, conditions, uncovered: [] });
  const bytes = await walBytesSince(hub.database, before.at);
  const after = await rowCounts(hub.database);
  const moved = [...after].map(([table, n]) => [table, n - (before.rows.get(table) ?? 0)] as const);
  return { rows: Object.fromEntries(moved.filter(([, n]) => n > 0)), bytes, sent };
}

/** Rows written since the tables exist, by table. */
async function rowCounts({ db }: Database): Promise<ReadonlyMap<string, number>> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ name: string; n: number }>`
    select relname as name, n_tup_ins + n_tup_upd + n_tup_del as n from pg_stat_user_tables
  `.execute(db);
  return new Map(rows.map((row) => [row.name, row.n]));
}

async function walPosition({ db }: Database): Promise<string> {
  const { rows } = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(db);
  return rows[0]?.at ?? '0/0';
}

async function walBytesSince({ db }: Database, at: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), ${at}::pg_lsn)::float8 as n`.execute(db);
  return rows[0]?.n ?? Number.NaN;
}

const totalOf = (rows: Readonly<Record<string, number>>) => Object.values(rows).reduce((sum, n) => sum + n, 0);

function inWords(rows: Readonly<Record<string, number>>): string {
  const parts = Object.entries(rows).map(([table, n]) => `${n} of ${table}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}
