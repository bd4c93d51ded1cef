import type { NetBoxFailure } from '@fleet-manager/clients/netbox/failure';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHubDatabase, type HubDatabase } from '../../../test/hub-database.ts';
import { putDevice, putInterface, putMac, smallSite, TableSource } from '../../../test/table-source.ts';
import { MirrorCycles } from './cycle.ts';
import { DEFAULT_NETBOX_AGENT_SETTINGS, type NetboxAgentSettings } from './settings.ts';

const DEVICES = 6;
const signal = new AbortController().signal;
const unavailable: NetBoxFailure = {
  kind: 'unavailable',
  mayBeTooMuch: false,
  code: 'FM_OUTSIDE_UNREACHABLE',
  message: 'netbox: no answer',
  advice: 'check it',
};

let hub: HubDatabase;
let source: TableSource;
beforeAll(async () => {
  hub = await createHubDatabase();
});
afterAll(() => hub.drop());
beforeEach(async () => {
  await empty();
  source = new TableSource();
  smallSite(source, DEVICES);
});

async function empty(): Promise<void> {
  for (const table of ['device_inventory_history', 'status_history', 'devices', 'sites', 'events'] as const) {
    await hub.db.deleteFrom(table).execute();
  }
  for (const table of ['inventory_objects', 'inventory_types', 'inventory_missing', 'inventory_requeue'] as const) {
    await hub.db.deleteFrom(table).execute();
  }
}

function newMirror(settings: Partial<NetboxAgentSettings> = {}): MirrorCycles {
  return new MirrorCycles({
    db: hub.db,
    sources: source,
    settings: {
      ...DEFAULT_NETBOX_AGENT_SETTINGS,
      deviceFilters: { clusters: ['mirrored'], allClusters: false },
      deviceRoleClassMapping: { compute: 'GPU_COMPUTE' },
      netboxUrl: null,
      ...settings,
    },
    now: () => new Date(),
  });
}

interface Seen {
  name: string;
  status: string;
  macs: string[];
}

/** The live devices as an operator sees them, by NetBox id. */
async function mirrored(): Promise<Record<number, Seen>> {
  const rows = await hub.db
    .selectFrom('devices')
    .select(['netbox_id', 'name', 'netbox_status', 'macs'])
    .where('deleted_at', 'is', null)
    .execute();
  return Object.fromEntries(
    rows.map((row) => [row.netbox_id, { name: row.name, status: row.netbox_status, macs: row.macs }]),
  );
}

/** The same, told from the source. */
function inSource(): Record<number, Seen> {
  const ports = new Map(source.rows('dcim.interface').map((row) => [`dcim.interface:${row.netboxId}`, row.deviceId]));
  return Object.fromEntries(
    source
      .rows('dcim.device')
      .filter((row) => row.clusterId === 1)
      .map(({ netboxId, content }) => [
        netboxId,
        {
          name: content.name === null ? `device ${netboxId}` : String(content.name),
          status: String(content.status),
          macs: [
            ...new Set(
              source
                .rows('dcim.macaddress')
                .filter((row) => ports.get(row.assignedTo ?? '') === netboxId)
                .map((row) => String(row.content.mac)),
            ),
          ].sort(),
        },
      ]),
  );
}

const device = fc.integer({ min: 1, max: DEVICES });
const port = fc.integer({ min: 0, max: 1 });
const edit = fc.oneof(
  fc.record({ kind: fc.constant('rename'), device, name: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ kind: fc.constant('unname'), device }),
  fc.record({ kind: fc.constant('leave'), device }),
  fc.record({ kind: fc.constant('join'), device }),
  fc.record({ kind: fc.constant('delete'), device }),
  fc.record({ kind: fc.constant('mac-moves'), device, port, to: device }),
  fc.record({ kind: fc.constant('mac-goes'), device, port }),
  fc.record({ kind: fc.constant('poll') }),
  fc.record({ kind: fc.constant('restart') }),
);
type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

function perform(one: Edit): void {
  if (!('device' in one)) return;
  const id = one.device;
  const there = source.rows('dcim.device').some((row) => row.netboxId === id);
  if (one.kind === 'delete') {
    for (const at of [0, 1]) source.remove('dcim.interface', id * 10 + at);
    source.remove('dcim.device', id);
  } else if (one.kind === 'mac-goes' && 'port' in one) source.remove('dcim.macaddress', id * 10 + one.port);
  else if (one.kind === 'mac-moves' && 'to' in one) {
    putMac(source, id * 10 + one.port, one.to * 10 + one.port, `02:ff:00:00:00:${id}${one.port}`);
  } else {
    if (!there) for (const at of [0, 1]) putInterface(source, id * 10 + at, id);
    if (one.kind === 'rename' && 'name' in one) putDevice(source, id, { name: `${one.name}-${id}` });
    if (one.kind === 'unname') putDevice(source, id, { name: null });
    if (one.kind === 'leave') putDevice(source, id, { clusterId: 2 });
    if (one.kind === 'join') putDevice(source, id, { clusterId: 1, status: 'staged' });
  }
}

test('after any edits, a few polls and a sweep make the mirror equal to NetBox', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 3, maxLength: 10 }), async (edits) => {
      await empty();
      source = new TableSource();
      smallSite(source, DEVICES);
      let mirror = newMirror();
      await mirror.run(signal);
      for (const one of edits) {
        if (one.kind === 'poll') await mirror.run(signal);
        else if (one.kind === 'restart') mirror = newMirror();
        else perform(one);
      }
      for (let poll = 0; poll < 3; poll += 1) await mirror.run(signal);
      mirror.requireSweep();
      // What the sweep did not meet is proven to be deleted by a look now and another two polls later.
      for (let poll = 0; poll < 3; poll += 1) await mirror.run(signal);
      expect(await mirrored()).toEqual(inSource());
    }),
    { numRuns: 5 },
  );
}, 90_000);

test('a component that one answer lacks stays; it is gone when two looks, two polls apart, do not find it', async () => {
  const mirror = newMirror();
  await mirror.run(signal);
  const [mac] = source.rows('dcim.macaddress');
  if (mac === undefined) throw new Error('the site has no MAC address');
  const isMirrored = async () =>
    (
      await hub.db
        .selectFrom('inventory_objects')
        .select('netbox_id')
        .where('object_type', '=', 'dcim.macaddress')
        .where('netbox_id', '=', mac.netboxId)
        .where('tombstoned_at', 'is', null)
        .execute()
    ).length === 1;
  source.remove('dcim.macaddress', mac.netboxId);
  mirror.requireSweep();
  await mirror.run(signal);
  expect(await isMirrored()).toBe(true);
  source.put('dcim.macaddress', mac);
  for (let poll = 0; poll < 3; poll += 1) await mirror.run(signal);
  expect(await isMirrored()).toBe(true);
  source.remove('dcim.macaddress', mac.netboxId);
  mirror.requireSweep();
  await mirror.run(signal);
  await mirror.run(signal);
  expect(await isMirrored()).toBe(true);
  await mirror.run(signal);
  expect(await isMirrored()).toBe(false);
});

test('cut off at any answer and started again, a full pass ends in the same state', async () => {
  await newMirror().run(signal);
  const whole = await mirrored();
  const before = source.questions;
  await newMirror().run(signal);
  const questions = source.questions - before;
  expect(questions).toBeGreaterThan(16);
  for (let at = 1; at <= questions; at += 3) {
    await empty();
    let asked = 0;
    source.meddle = () => (++asked === at ? new Error('killed') : undefined);
    await expect(newMirror().run(signal)).rejects.toThrow('killed');
    source.meddle = () => undefined;
    await newMirror().run(signal);
    expect(await mirrored()).toEqual(whole);
    expect(await hub.db.selectFrom('inventory_requeue').selectAll().execute()).toEqual([]);
  }
});

test('a role takes its class from the nearest ancestor that has one', async () => {
  await newMirror().run(signal);
  const rows = await hub.db.selectFrom('devices').select(['role', 'device_class']).distinct().execute();
  expect(rows).toEqual([{ role: 'gb300ct', device_class: 'GPU_COMPUTE' }]);
});

test('a MAC address that moves is told of both devices', async () => {
  const mirror = newMirror();
  await mirror.run(signal);
  putMac(source, 10, 20, '02:00:00:00:00:10');
  await mirror.run(signal);
  const now = await mirrored();
  expect(now[1]?.macs).toEqual(['02:00:00:00:00:11']);
  expect(now[2]?.macs).toContain('02:00:00:00:00:10');
});

test('devices of one name are told apart by their NetBox id, whatever their serial', async () => {
  for (const id of [2, 3]) putDevice(source, id, { name: 'tray-1', serial: 'S1' });
  await newMirror().run(signal);
  expect(await mirrored()).toEqual(inSource());
  source.remove('dcim.device', 1);
  const mirror = newMirror();
  for (let poll = 0; poll < 3; poll += 1) await mirror.run(signal);
  expect(Object.keys(await mirrored())).toEqual(['2', '3', '4', '5', '6']);
});

describe('a device is not called deleted', () => {
  const gone = async () => Object.keys(await mirrored()).length < DEVICES;

  test('from a walk that broke off', async () => {
    await newMirror().run(signal);
    source.remove('dcim.device', 2);
    // Two pages of devices: the second never comes, so that four devices are not seen.
    source.meddle = (type, page) => (type === 'dcim.device' && page === 1 ? unavailable : undefined);
    for (let sweep = 0; sweep < 4; sweep += 1) await newMirror().run(signal);
    expect(await gone()).toBe(false);
    expect(await hub.db.selectFrom('inventory_missing').selectAll().execute()).toEqual([]);
  });

  test('after one direct look that found nothing', async () => {
    const mirror = newMirror();
    await mirror.run(signal);
    source.remove('dcim.device', 3);
    await mirror.run(signal);
    expect(await gone()).toBe(false);
  });

  test('when it is back before the second look', async () => {
    const mirror = newMirror();
    await mirror.run(signal);
    source.remove('dcim.device', 3);
    await mirror.run(signal);
    putDevice(source, 3, {});
    for (let poll = 0; poll < 4; poll += 1) await mirror.run(signal);
    expect(await gone()).toBe(false);
    expect(await hub.db.selectFrom('inventory_missing').selectAll().execute()).toEqual([]);
  });
});

test('many that vanish at once are not deleted; the type says so, until a person takes it for real', async () => {
  source = new TableSource();
  smallSite(source, 30);
  const mirror = newMirror();
  await mirror.run(signal);
  for (let id = 1; id <= 12; id += 1) source.remove('dcim.device', id);
  for (let poll = 0; poll < 5; poll += 1) await mirror.run(signal);
  expect(Object.keys(await mirrored())).toHaveLength(30);
  expect(mirror.progress.get('dcim.device')?.sudden).toMatchObject({
    code: 'FM_NETBOX_SUDDEN_DROP',
    detail: "12 of 30 devices vanished from NetBox's answers at once: nothing is deleted here",
  });
  const accepting = newMirror({ allowMassDeletion: true });
  for (let poll = 0; poll < 3; poll += 1) await accepting.run(signal);
  expect(Object.keys(await mirrored())).toHaveLength(18);
});

test('a deleted device that NetBox has again lives again, with its history', async () => {
  const mirror = newMirror();
  await mirror.run(signal);
  source.remove('dcim.device', 3);
  for (let poll = 0; poll < 3; poll += 1) await mirror.run(signal);
  expect(await mirrored()).not.toHaveProperty('3');
  putDevice(source, 3, {});
  await mirror.run(signal);
  expect((await mirrored())[3]).toEqual(inSource()[3]);
  const history = await hub.db.selectFrom('device_inventory_history').select('new_value').orderBy('id').execute();
  expect(history.map((entry) => entry.new_value)).toEqual(['deleted in NetBox', 'mirrored']);
});

test('a NetBox that stops answering is not asked for every type in turn', async () => {
  const mirror = newMirror();
  await mirror.run(signal);
  source.meddle = () => unavailable;
  const before = source.questions;
  const report = await mirror.run(signal);
  expect(report.failure).toMatchObject({ code: 'FM_OUTSIDE_UNREACHABLE' });
  expect(source.questions - before).toBe(2);
  source.meddle = () => undefined;
  expect((await mirror.run(signal)).failure).toBeNull();
});
