import { FleetError } from '@fleet-manager/contract/errors';
import type { ConditionStatus } from '@fleet-manager/domain/condition';
import { effectiveCondition } from '@fleet-manager/domain/condition';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { condition, deltaReport, fullReport, insertDevice } from '../../test/fixtures.ts';
import { createHubDatabase, type HubDatabase } from '../../test/hub-database.ts';
import { evaluateFreshness } from '../status/freshness.ts';
import { conditionsOf } from './read.ts';
import { applyReport } from './report.ts';

let hub: HubDatabase;
let device: string;
beforeAll(async () => {
  hub = await createHubDatabase();
  device = await insertDevice(hub.db);
});
afterAll(() => hub.drop());

const T0 = new Date('2026-03-01T12:00:00Z');
const at = (minutes: number) => new Date(T0.getTime() + minutes * 60_000);
const scope = { source: 'ironic-agent-sys1', scope: 'ironic-nodes-overcloud', sites: ['keflavik'] };
const status = fc.constantFrom<ConditionStatus>('True', 'False');

/** What the world was at each walk, and in which order (late, twice, never) the reports of the walks arrive. */
const history = fc
  .array(fc.record({ truth: status, full: fc.boolean() }), { minLength: 2, maxLength: 8 })
  .chain((walks) =>
    fc.record({
      walks: fc.constant(walks),
      arrivals: fc.array(fc.nat(walks.length - 1), { minLength: 1, maxLength: 14 }),
      minutesAfter: fc.nat(6),
    }),
  );

test('I10, I1: however reports arrive, what the hub holds is true for the instant it names, and never goes back', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ walks, arrivals, minutesAfter }) => {
      await sql`truncate conditions, condition_coverage, condition_history, status_history`.execute(hub.db);
      // The device too begins anew: a run whose every report is refused must not be judged by the run before it.
      await sql`update devices set operational_status = 'unknown', status_summary = 'new', based_on = '{}'`.execute(
        hub.db,
      );
      const arrivedAt = at(walks.length + minutesAfter);
      const say = (walk: number) => [
        condition(device, 'ProvisioningHealthy', at(walk), { status: walks[walk]?.truth ?? 'Unknown' }),
      ];
      let newest = -1;
      for (const walk of arrivals) {
        const changed = walk === 0 || walks[walk]?.truth !== walks[walk - 1]?.truth;
        const body = walks[walk]?.full
          ? fullReport(walk + 1, at(walk), say(walk))
          : deltaReport(walk + 1, at(walk), changed ? say(walk) : []);
        const accepted = await applyReport(hub.db, { scope, report: body, now: arrivedAt }).catch((error: unknown) => {
          if (error instanceof FleetError && error.code === 'FM_COVERAGE_GAP') return undefined;
          throw error;
        });
        // A delta after a gap is refused; whatever is accepted moves forward.
        if (accepted !== undefined && accepted.sequence === walk + 1) newest = Math.max(newest, walk);
        const [heldNow] = (await conditionsOf(hub.db, [device], { evidence: false })).get(device) ?? [];
        if (newest === -1) expect(heldNow).toBeUndefined();
        else {
          expect(heldNow?.observedAt).toEqual(at(newest));
          expect(heldNow?.status).toBe(walks[newest]?.truth);
        }
      }
      await evaluateFreshness(hub.db, arrivedAt);
      const [last] = (await conditionsOf(hub.db, [device], { evidence: false })).get(device) ?? [];
      const row = await hub.db.selectFrom('devices').selectAll().where('id', '=', device).executeTakeFirstOrThrow();
      const believed = last === undefined ? undefined : effectiveCondition(last, arrivedAt);
      expect(row.operational_status).toBe(believed?.status === 'False' ? 'failed' : 'unknown');
      if (believed?.stale) expect(row.status_summary).toContain('last observed at');
    }),
    { numRuns: 60 },
  );
});
