import { DeviceQuery } from '@fleet-manager/contract/api/devices';
import { OperationalStatus } from '@fleet-manager/domain/operational-status';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { condition, fullReport, insertDevice } from '../../test/fixtures.ts';
import { createHubDatabase, type HubDatabase } from '../../test/hub-database.ts';
import { applyReport } from '../conditions/report.ts';
import { createCursorCodec } from '../http/cursor.ts';
import { personPrincipal } from '../session/sessions.ts';
import { listDevices } from './list.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const cursors = createCursorCodec(new Uint8Array(32));
const person = personPrincipal('operator', null);
let hub: HubDatabase;

beforeAll(async () => {
  hub = await createHubDatabase();
  const ids: string[] = [];
  for (let n = 0; n < 60; n += 1) {
    const name = `tray-${n % 7}`;
    const mac = `aa:bb:cc:00:00:${n.toString(16).padStart(2, '0')}`;
    const since = new Date(NOW.getTime() - (n % 5) * 60_000);
    ids.push(
      await insertDevice(hub.db, {
        name,
        rack: n % 4 === 0 ? null : `R${n % 3}`,
        site_slug: n % 2 === 0 ? 'keflavik' : 'Glasgow',
        role: n % 3 === 0 ? 'leaf' : 'compute-tray',
        tags: n % 5 === 0 ? ['gb300', 'spare'] : [],
        operational_status: OperationalStatus.options[n % 4] ?? 'unknown',
        status_since: since,
        macs: [mac],
        search: `${name} sn_${n} ${mac}`,
        deleted_at: n % 11 === 0 ? NOW : null,
      }),
    );
  }
  const report = fullReport(
    1,
    NOW,
    ids.slice(0, 20).map((id) => condition(id, 'SlurmReady', NOW)),
  );
  await applyReport(hub.db, { scope: { source: 'a', scope: 'b', sites: 'all' }, report, now: NOW });
});
afterAll(() => hub.drop());

const query = fc.record(
  {
    sort: fc.constantFrom(
      'name',
      '-name',
      'status',
      '-status',
      'statusSince',
      '-statusSince',
      'rack',
      '-rack',
      'site',
      '-role',
    ),
    site: fc.constantFrom('keflavik', 'keflavik,Glasgow'),
    rack: fc.constantFrom('R1', 'R1,R2'),
    tag: fc.constant('spare'),
    q: fc.constantFrom('tray', 'sn_1', 'AABBCC0000', 'aa-bb-cc', '%', 'tray sn_5'),
    condition: fc.constantFrom('SlurmReady=True', 'SlurmReady', 'SlurmReady=Unknown'),
    includeDeleted: fc.constantFrom('true', 'false'),
  },
  { requiredKeys: ['sort'] },
);

async function walk(given: object, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const parsed = DeviceQuery.parse({ ...given, limit, ...(cursor === null ? {} : { cursor }) });
    const page: Awaited<ReturnType<typeof listDevices>> = await listDevices(
      { db: hub.db, cursors, now: NOW },
      person,
      parsed,
    );
    expect(page.items.length).toBeLessThanOrEqual(limit);
    ids.push(...page.items.map((device) => device.id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

test('pages put together are the whole list, for any filter, order and page size', async () => {
  await fc.assert(
    fc.asyncProperty(query, fc.integer({ min: 1, max: 30 }), async (given, limit) => {
      expect(await walk(given, limit)).toEqual(await walk(given, 500));
    }),
    { numRuns: 40 },
  );
});

test('a filter gives what it says', async () => {
  const count = async (given: object) => (await walk(given, 500)).length;
  expect(await count({ includeDeleted: 'true' })).toBe(60);
  expect(await count({})).toBe(54);
  expect(await count({ q: 'AABB.CC00.0007' })).toBe(1);
  expect(await count({ q: 'aa-bb-cc-00-00-07' })).toBe(1);
  expect(await count({ q: '%' })).toBe(0);
  expect(await count({ q: 'tray_1' })).toBe(0);
  expect(await count({ condition: 'SlurmReady=True', includeDeleted: 'true' })).toBe(20);
  expect(await count({ condition: 'SlurmReady=Unknown' })).toBe(0);
  expect(await count({ tag: 'spare', includeDeleted: 'true' })).toBe(12);
});

test('a cursor of another order is refused', async () => {
  const byName = await listDevices({ db: hub.db, cursors, now: NOW }, person, DeviceQuery.parse({ limit: 1 }));
  const asked = DeviceQuery.parse({ limit: 1, sort: 'rack', cursor: byName.nextCursor });
  await expect(listDevices({ db: hub.db, cursors, now: NOW }, person, asked)).rejects.toMatchObject({
    code: 'FM_INVALID_CURSOR',
  });
});
