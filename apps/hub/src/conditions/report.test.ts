import { randomUUID } from 'node:crypto';
import { effectiveCondition } from '@fleet-manager/domain/condition';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { availableNode, condition, deltaReport, fullReport, insertDevice } from '../../test/fixtures.ts';
import { createHubDatabase, type HubDatabase } from '../../test/hub-database.ts';
import { evaluateFreshness } from '../status/freshness.ts';
import { conditionsOf } from './read.ts';
import { applyReport } from './report.ts';

let hub: HubDatabase;
let device: string;
const scope = { source: 'ironic-agent-sys1', scope: 'ironic-nodes-overcloud', sites: ['keflavik'] };
const T0 = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(T0.getTime() + seconds * 1000);

beforeAll(async () => {
  hub = await createHubDatabase();
});
beforeEach(async () => {
  await sql`truncate conditions, condition_coverage, condition_history, status_history, events, devices cascade`.execute(
    hub.db,
  );
  device = await insertDevice(hub.db);
});
afterAll(() => hub.drop());

const report = (body: ReturnType<typeof fullReport>, now: Date, sites: string[] | 'all' = scope.sites) =>
  applyReport(hub.db, { scope: { ...scope, sites }, report: body, now });
const statusOf = async (id: string) =>
  (await hub.db.selectFrom('devices').select('operational_status').where('id', '=', id).executeTakeFirstOrThrow())
    .operational_status;
const held = async (id: string, now: Date) =>
  (await conditionsOf(hub.db, [id], { evidence: true })).get(id)?.map((c) => effectiveCondition(c, now)) ?? [];
const count = async (table: 'events' | 'condition_history' | 'status_history') =>
  (await hub.db.selectFrom(table).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()).n;

test('a full report becomes conditions, a status with its cause, and events', async () => {
  const receipt = await report(fullReport(1, at(0), availableNode(device, at(0))), at(1));
  expect(receipt).toEqual({ sequence: 1, applied: 4, unchanged: 0, superseded: 0, unknownDevices: [] });
  expect(await statusOf(device)).toBe('available');
  const history = await hub.db.selectFrom('status_history').selectAll().executeTakeFirstOrThrow();
  expect(history).toMatchObject({
    old_status: 'unknown',
    new_status: 'available',
    cause: 'report 1 of ironic-nodes-overcloud by ironic-agent-sys1',
  });
  const events = await hub.db.selectFrom('events').select(['kind', 'site_slug', 'device_id']).orderBy('id').execute();
  expect(events).toEqual([
    { kind: 'condition.changed', site_slug: 'keflavik', device_id: device },
    { kind: 'status.changed', site_slug: 'keflavik', device_id: device },
  ]);
});

test('a walk that saw nothing new writes the watermark and nothing else, and keeps conditions fresh', async () => {
  await report(fullReport(1, at(0), availableNode(device, at(0))), at(1));
  const before = [await count('events'), await count('condition_history'), await count('status_history')];
  const version = await hub.db.selectFrom('devices').select('version').executeTakeFirstOrThrow();
  for (let walk = 2; walk <= 10; walk += 1) await report(deltaReport(walk, at(walk * 60)), at(walk * 60 + 1));
  expect([await count('events'), await count('condition_history'), await count('status_history')]).toEqual(before);
  expect(await hub.db.selectFrom('devices').select('version').executeTakeFirstOrThrow()).toEqual(version);
  await evaluateFreshness(hub.db, at(700));
  expect(await statusOf(device)).toBe('available');
  expect((await held(device, at(700))).every((c) => !c.stale)).toBe(true);
});

test('I1: when the walks end the device becomes unknown, and available again by the next walk alone', async () => {
  await report(fullReport(1, at(0), availableNode(device, at(0))), at(1));
  await evaluateFreshness(hub.db, at(199));
  expect(await statusOf(device)).toBe('available');
  await evaluateFreshness(hub.db, at(201));
  expect(await statusOf(device)).toBe('unknown');
  const { cause } = await hub.db
    .selectFrom('status_history')
    .select('cause')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(cause).toContain('freshness: ironic-agent-sys1 last walked ironic-nodes-overcloud');
  await report(deltaReport(2, at(260)), at(261));
  expect(await statusOf(device)).toBe('available');
});

test('a device that the scope no longer sees ages by itself while the rest stays fresh', async () => {
  const other = await insertDevice(hub.db);
  const both = [...availableNode(device, at(0)), ...availableNode(other, at(0))];
  await report(fullReport(1, at(0), both), at(1));
  await report({ ...deltaReport(2, at(60)), uncovered: [device] }, at(61));
  for (let walk = 3; walk <= 6; walk += 1) await report(deltaReport(walk, at(60 * walk)), at(60 * walk + 1));
  await evaluateFreshness(hub.db, at(365));
  expect([await statusOf(device), await statusOf(other)]).toEqual(['unknown', 'available']);
});

test('what a full report does not list is no longer covered', async () => {
  await report(fullReport(1, at(0), availableNode(device, at(0))), at(1));
  await report(fullReport(2, at(60), []), at(61));
  await report(deltaReport(3, at(300)), at(301));
  await evaluateFreshness(hub.db, at(301));
  expect(await statusOf(device)).toBe('unknown');
});

test('a missing report is a gap, and changes nothing', async () => {
  await expect(report(deltaReport(1, at(0)), at(1))).rejects.toMatchObject({ code: 'FM_COVERAGE_GAP' });
  await report(fullReport(1, at(0), availableNode(device, at(0))), at(1));
  await expect(
    report(deltaReport(3, at(120), [condition(device, 'Enrolled', at(120), { status: 'False' })]), at(121)),
  ).rejects.toMatchObject({ code: 'FM_COVERAGE_GAP' });
  expect(await statusOf(device)).toBe('available');
});

test('I10: a late or repeated report, or a late condition in a new report, overwrites nothing newer', async () => {
  const failed = condition(device, 'ProvisioningHealthy', at(60), { status: 'False', reason: 'CleanFailed' });
  await report(fullReport(1, at(0), availableNode(device, at(0))), at(1));
  const second = deltaReport(2, at(60), [failed]);
  await report(second, at(61));
  expect(await report(second, at(62))).toMatchObject({ applied: 0, superseded: 1 });
  expect(await report(fullReport(1, at(0), availableNode(device, at(0))), at(63))).toMatchObject({ superseded: 4 });
  expect(await statusOf(device)).toBe('failed');
  const late = condition(device, 'ProvisioningHealthy', at(30));
  expect(await report(deltaReport(3, at(120), [late]), at(121))).toMatchObject({ applied: 0, superseded: 1 });
  expect(await statusOf(device)).toBe('failed');
  // The two disagree about what is newest: only a full report settles it.
  await expect(report(deltaReport(4, at(180)), at(181))).rejects.toMatchObject({ code: 'FM_COVERAGE_GAP' });
  await report(fullReport(4, at(180), availableNode(device, at(180))), at(181));
  expect(await statusOf(device)).toBe('available');
});

test('an agent that restarts and counts from 1 again is heard', async () => {
  await report(fullReport(500, at(0), availableNode(device, at(0))), at(1));
  const failed = condition(device, 'ProvisioningHealthy', at(60), { status: 'False', reason: 'CleanFailed' });
  await report(fullReport(1, at(60), [failed]), at(61));
  expect(await statusOf(device)).toBe('failed');
});

test('a clock that runs ahead buys no freshness', async () => {
  await report(fullReport(1, at(3600), availableNode(device, at(3600))), at(1));
  const coverage = await hub.db.selectFrom('condition_coverage').selectAll().executeTakeFirstOrThrow();
  expect(coverage).toMatchObject({ observed_at: at(1), clock_ahead_ms: 3_599_000 });
  await evaluateFreshness(hub.db, at(202));
  expect(await statusOf(device)).toBe('unknown');
});

test("I9: another site's device and one that does not exist look the same, and neither is touched", async () => {
  const elsewhere = await insertDevice(hub.db, { site_slug: 'glasgow' });
  const nobody = randomUUID();
  const receipt = await report(
    {
      ...fullReport(
        1,
        at(0),
        [elsewhere, nobody, device].flatMap((id) => availableNode(id, at(0))),
      ),
      nodes: [
        { deviceId: elsewhere, ironicNodeId: 'node-1' },
        { deviceId: device, ironicNodeId: 'node-2' },
      ],
    },
    at(1),
  );
  expect([...receipt.unknownDevices].sort()).toEqual([elsewhere, nobody].sort());
  expect(receipt.applied).toBe(4);
  expect(await held(elsewhere, at(1))).toEqual([]);
  const nodes = await hub.db.selectFrom('devices').select(['id', 'ironic_node_id']).execute();
  expect(nodes.find((row) => row.id === elsewhere)?.ironic_node_id).toBeNull();
  expect(nodes.find((row) => row.id === device)?.ironic_node_id).toBe('node-2');
});
