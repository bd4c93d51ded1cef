import { sql } from 'kysely';
import type { Database } from '../../apps/hub/src/database/database.ts';
import { LARGE_FLEET_SCOPE } from '../../apps/hub/test/large-fleet.ts';
import { interleave } from '../lib/interleave.ts';
import type { BenchLine } from '../lib/line.ts';
import { durations, times } from '../lib/stats.ts';
import { DEVICES, fleetHub, putReport } from './fleet-hub.ts';
import { heldConditions } from './held-conditions.ts';

/** The tables that a change of a device writes. */
const TABLES = ['conditions', 'condition_history', 'devices', 'status_history', 'events'] as const;

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
      const result = await interleave({
        ...tools,
        repeats: 5,
        subject: async () => {
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
        },
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
