import { createNetBoxClient, type NetBoxClient } from '@fleet-manager/clients/netbox/session';
import type { FindingReport, Heartbeat } from '@fleet-manager/contract/api/agents';
import { createLogger } from '@fleet-manager/platform/logging';
import { Secret } from '@fleet-manager/platform/secret';
import { type NetBoxDouble, startNetBoxDouble } from '@fleet-manager/simulator/netbox/double';
import { planSite } from '@fleet-manager/simulator/world/plan';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { netboxWriter } from '../../../../../test/support/netbox-writer.ts';
import { createHubDatabase, type HubDatabase } from '../../../test/hub-database.ts';
import { presentSummary, selectSummaries } from '../../devices/summary.ts';
import { startNetboxAgent } from './agent.ts';
import { MirrorCycles } from './cycle.ts';
import { netboxSources } from './netbox-source.ts';
import { DEFAULT_NETBOX_AGENT_SETTINGS, type NetboxAgentSettings } from './settings.ts';

const TRAY = 'sys1-ice2-p-phy-gpu0003';
const OTHER_TRAY = 'sys1-ice2-p-phy-gpu0004';
const signal = new AbortController().signal;

let hub: HubDatabase;
let netbox: NetBoxDouble;
let clients: NetBoxClient[];

beforeEach(async () => {
  hub = await createHubDatabase();
  netbox = await startNetBoxDouble({ plan: planSite({ racks: 1 }) });
  clients = [];
});
afterEach(async () => {
  for (const client of clients) await client.close();
  await netbox.close();
  await hub.drop();
});

const settings: NetboxAgentSettings = {
  ...DEFAULT_NETBOX_AGENT_SETTINGS,
  deviceFilters: { clusters: ['sys1-ice2', 'sys1-ice2-net'], allClusters: false },
  deviceRoleClassMapping: { 'compute-tray': 'GPU_COMPUTE' },
  netboxUrl: 'https://netbox.example.net',
};

/** A process that has just become leader: it remembers nothing, and sweeps first. */
function newMirror(
  options: { readonly token?: keyof NetBoxDouble['tokens']; readonly settings?: Partial<NetboxAgentSettings> } = {},
): MirrorCycles {
  const token = new Secret(netbox.tokens[options.token ?? 'mirror'].v2);
  const client = createNetBoxClient({ url: netbox.url, token });
  clients.push(client);
  return new MirrorCycles({
    db: hub.db,
    sources: netboxSources(client),
    settings: { ...settings, ...options.settings },
    now: () => new Date(),
  });
}

async function deviceNamed(name: string) {
  return hub.db.selectFrom('devices').selectAll().where('name', '=', name).executeTakeFirstOrThrow();
}

async function liveObjects(): Promise<Record<string, number>> {
  const rows = await hub.db
    .selectFrom('inventory_objects')
    .select(['object_type', (eb) => eb.fn.countAll<number>().as('n')])
    .where('tombstoned_at', 'is', null)
    .groupBy('object_type')
    .orderBy('object_type')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.object_type, row.n]));
}

/** Types that are shown as degraded, each with its code. */
async function degradedTypes(): Promise<string[]> {
  const rows = await hub.db
    .selectFrom('inventory_types')
    .select(['object_type', 'degraded_code'])
    .where('degraded_code', 'is not', null)
    .orderBy('object_type')
    .execute();
  return rows.map((row) => `${row.object_type} ${row.degraded_code}`);
}

async function newestEvent(): Promise<number> {
  return (await hub.db.selectFrom('event_counter').select('last_id').executeTakeFirstOrThrow()).last_id;
}

test('two racks come into the hub whole: devices with class, place, addresses, context, and all their components', async () => {
  const plan = planSite({ racks: 2 });
  await netbox.close();
  netbox = await startNetBoxDouble({ plan });
  const report = await newMirror().run(signal);
  expect(report.failure).toBeNull();
  const planned = plan.devices.find((device) => device.name === TRAY);
  const tray = await deviceNamed(TRAY);
  expect(tray).toMatchObject({
    serial: planned?.serial,
    asset_tag: planned?.assetTag,
    site_slug: 'keflavik',
    rack: 'A01',
    position: planned?.position,
    role: 'compute-tray',
    device_class: 'GPU_COMPUTE',
    cluster: 'sys1-ice2',
    netbox_status: 'active',
    deleted_at: null,
  });
  expect(tray.macs).toEqual(planned?.ports.flatMap((port) => port.mac ?? []).sort());
  expect(tray.search).toContain('10.65.1.12');
  expect(tray.config_context).not.toBeNull();
  expect(await liveObjects()).toMatchObject(
    Object.fromEntries(
      ['dcim.interface', 'dcim.module', 'dcim.cable', 'dcim.macaddress', 'dcim.consoleport'].map((type) => [
        type,
        netbox.tables.table(type).size,
      ]),
    ),
  );
  const scope = ['sys1-ice2', 'sys1-ice2-net'].map(
    (name) => netbox.tables.table('virtualization.cluster').where('name', name)[0]?.id,
  );
  const clustered = [...netbox.tables.table('dcim.device').rows()].filter((device) =>
    scope.some((id) => id === device.cluster),
  );
  expect(clustered.length).toBeGreaterThanOrEqual(54);
  expect(await hub.db.selectFrom('devices').select('id').execute()).toHaveLength(clustered.length);
  const switches = await hub.db.selectFrom('devices').select('device_class').where('role', '=', 'oob-switch').execute();
  expect(switches.map((device) => device.device_class)).toEqual([null, null]);
});

test('a poll of an unchanged NetBox writes no object, device or event, and asks a bounded number of questions', async () => {
  const mirror = newMirror();
  await mirror.run(signal);
  const before = { objects: await liveObjects(), event: await newestEvent(), tray: await deviceNamed(TRAY) };
  netbox.log.clear();
  const report = await mirror.run(signal);
  expect(report.failure).toBeNull();
  expect(report.swept).toEqual([]);
  expect({ objects: await liveObjects(), event: await newestEvent(), tray: await deviceNamed(TRAY) }).toEqual(before);
  expect(netbox.log.list().length).toBeLessThan(70);
});

test('edits in NetBox are in the hub after one poll, a MAC address too, which touches neither interface nor device', async () => {
  const tray = (number: number) => `sys1-ice2-p-phy-gpu000${number}`;
  const mirror = newMirror();
  await mirror.run(signal);
  const { id } = await deviceNamed(tray(1));
  netbox.operator.renameDevice(tray(1), 'tray-renamed');
  netbox.operator.setDeviceStatus(tray(2), 'offline');
  netbox.operator.setDeviceTags(tray(3), ['ingest']);
  netbox.operator.moveDeviceToCluster(tray(4), 'sys1-ice2-net');
  netbox.operator.editMac(tray(5), 'p0', '02:00:00:AA:BB:CC');
  await mirror.run(signal);
  expect((await deviceNamed('tray-renamed')).id).toBe(id);
  expect(await deviceNamed(tray(2))).toMatchObject({ netbox_status: 'offline', operational_status: 'offline' });
  expect((await deviceNamed(tray(3))).tags).toEqual(['ingest']);
  expect((await deviceNamed(tray(4))).cluster).toBe('sys1-ice2-net');
  expect((await deviceNamed(tray(5))).macs).toContain('02:00:00:aa:bb:cc');
  const history = await hub.db.selectFrom('device_inventory_history').select('field').orderBy('field').execute();
  expect(history.map((entry) => entry.field)).toEqual(['cluster', 'name', 'status']);
  const events = await hub.db.selectFrom('events').select('data').where('kind', '=', 'device.changed').execute();
  expect(events.map((event) => event.data)).toContainEqual(
    expect.objectContaining({ name: tray(5), components: ['dcim.macaddress'] }),
  );
});

test('an edited config context, which touches no device, reaches its devices with the next full pass', async () => {
  const mirror = newMirror();
  await mirror.run(signal);
  netbox.operator.editConfigContext('site base', { ntp: ['192.0.2.7'] });
  await mirror.run(signal);
  mirror.requireSweep();
  await mirror.run(signal);
  expect((await deviceNamed(TRAY)).config_context).toMatchObject({ ntp: ['192.0.2.7'] });
});

test('a deleted device is gone only after two direct looks, two polls apart, and takes its components along', async () => {
  const mirror = newMirror();
  await mirror.run(signal);
  netbox.operator.deleteDevice(TRAY);
  const suspected = await mirror.run(signal);
  expect(suspected.devicesSuspected).toBe(1);
  expect((await deviceNamed(TRAY)).deleted_at).toBeNull();
  // Whoever looks at it learns at once that it is missing, though not yet that it is deleted.
  const shown = await selectSummaries(hub.db).where('d.name', '=', TRAY).executeTakeFirstOrThrow();
  expect(presentSummary(shown)).toMatchObject({ missingSince: expect.any(String), deletedAt: null });
  await mirror.run(signal);
  expect((await deviceNamed(TRAY)).deleted_at).toBeNull();
  await mirror.run(signal);
  expect((await deviceNamed(TRAY)).deleted_at).not.toBeNull();
  expect((await deviceNamed(TRAY)).operational_status).toBe('decommissioned');
  const history = await hub.db.selectFrom('device_inventory_history').selectAll().execute();
  expect(history).toMatchObject([{ field: 'mirrored', old_value: 'mirrored', new_value: 'deleted in NetBox' }]);
  expect((await deviceNamed(OTHER_TRAY)).deleted_at).toBeNull();
});

test('a device that leaves the mirrored clusters says so, and comes back whole', async () => {
  const mirror = newMirror({ settings: { deviceFilters: { clusters: ['sys1-ice2'], allClusters: false } } });
  await mirror.run(signal);
  const before = { tray: await deviceNamed(TRAY), objects: await liveObjects() };
  netbox.operator.moveDeviceToCluster(TRAY, 'sys1-ice2-net');
  await mirror.run(signal);
  expect((await deviceNamed(TRAY)).deleted_at).not.toBeNull();
  expect((await liveObjects())['dcim.macaddress']).toBeLessThan(before.objects['dcim.macaddress'] ?? 0);
  netbox.operator.moveDeviceToCluster(TRAY, 'sys1-ice2');
  await mirror.run(signal);
  const {
    version: _,
    changed_at: _at,
    mirrored_at: _mirrored,
    status_since: _since,
    ...tray
  } = await deviceNamed(TRAY);
  expect(before.tray).toMatchObject(tray);
  expect(await liveObjects()).toEqual(before.objects);
  const history = await hub.db.selectFrom('device_inventory_history').selectAll().orderBy('id').execute();
  expect(history.filter((entry) => entry.field === 'mirrored').map((entry) => entry.new_value)).toEqual([
    'left the mirrored clusters',
    'mirrored',
  ]);
});

test('a token that may not read some types degrades those alone', async () => {
  const mirror = newMirror({ token: 'limited' });
  const report = await mirror.run(signal);
  expect(report.failure).toBeNull();
  const degraded = await hub.db
    .selectFrom('inventory_types')
    .selectAll()
    .where('degraded_code', 'is not', null)
    .execute();
  expect(degraded.map((type) => type.object_type)).toContain('dcim.macaddress');
  expect(degraded.every((type) => type.degraded_code === 'FM_NETBOX_PERMISSION_MISSING')).toBe(true);
  expect((await deviceNamed(TRAY)).addresses.length).toBeGreaterThan(0);
});

test('a type that is refused later keeps what it had, and catches up when it is granted again', async () => {
  const mirror = newMirror();
  await mirror.run(signal);
  const before = await deviceNamed(TRAY);
  const body = { detail: 'You do not have permission to perform this action.' };
  const rule = netbox.faults.add({ path: '/api/dcim/mac-addresses/', effect: { kind: 'status', status: 403, body } });
  netbox.operator.editMac(TRAY, 'p0', '02:00:00:AA:BB:CC');
  netbox.operator.setDeviceStatus(TRAY, 'offline');
  await mirror.run(signal);
  expect(await deviceNamed(TRAY)).toMatchObject({ macs: before.macs, netbox_status: 'offline' });
  netbox.faults.remove(rule);
  await mirror.run(signal);
  expect((await deviceNamed(TRAY)).macs).toContain('02:00:00:aa:bb:cc');
  const degraded = await hub.db
    .selectFrom('inventory_types')
    .selectAll()
    .where('degraded_code', 'is not', null)
    .execute();
  expect(degraded).toEqual([]);
});

test('a token that may not read cable ends shows cables as degraded, until it may, and then fills the gaps', async () => {
  const mirror = newMirror();
  await mirror.run(signal);
  expect(mirror.progress.get('dcim.cable')?.degradation).toBeNull();
  const body = { detail: 'You do not have permission to perform this action.' };
  const rule = netbox.faults.add({
    path: '/api/dcim/cable-terminations/',
    effect: { kind: 'status', status: 403, body },
  });
  const cut = newMirror();
  await cut.run(signal);
  expect(cut.progress.get('dcim.cable')?.failure).toBeNull();
  expect(await degradedTypes()).toEqual(['dcim.cable FM_NETBOX_PERMISSION_MISSING']);
  // A poll that meets no changed cable has not put the right to the test, so the last word stands.
  await cut.run(signal);
  expect(await degradedTypes()).toEqual(['dcim.cable FM_NETBOX_PERMISSION_MISSING']);
  netbox.faults.remove(rule);
  const report = await cut.run(signal);
  expect(report.swept).toContain('dcim.cable');
  expect(await degradedTypes()).toEqual([]);
  const some = await hub.db
    .selectFrom('inventory_objects')
    .select('netbox_id')
    .where('object_type', '=', 'dcim.cable')
    .where(sql`content ->> 'ends'`, '=', 'some')
    .execute();
  expect(some).toEqual([]);
});

test('a right on cable ends that is taken away while the agent runs is seen with the next changed cable', async () => {
  const mirror = newMirror();
  await mirror.run(signal);
  const body = { detail: 'You do not have permission to perform this action.' };
  netbox.faults.add({ path: '/api/dcim/cable-terminations/', effect: { kind: 'status', status: 403, body } });
  const [cable] = [...netbox.tables.table('dcim.cable').rows()];
  await netboxWriter(netbox.url, netbox.tokens.admin.v2).change('dcim/cables', cable?.id ?? 0, { label: 'moved' });
  await mirror.run(signal);
  expect(await degradedTypes()).toEqual(['dcim.cable FM_NETBOX_PERMISSION_MISSING']);
});

test('a NetBox that is down, answers empty lists, cuts its answers, or no longer knows the cluster empties nothing', async () => {
  await newMirror().run(signal);
  const before = await liveObjects();
  const body = { cluster_id: ['Select a valid choice. 1 is not one of the available choices.'] };
  for (const fault of [
    { path: '/**', effect: { kind: 'status', status: 503 } },
    { path: '/api/dcim/**', effect: { kind: 'empty-list' } },
    { path: '/api/dcim/devices/', effect: { kind: 'truncate', keepBytes: 100 } },
    { path: '/api/dcim/devices/', effect: { kind: 'status', status: 400, body } },
  ] as const) {
    netbox.faults.clear();
    netbox.faults.add(fault);
    const mirror = newMirror();
    for (let poll = 0; poll < 3; poll += 1) await mirror.run(signal);
    const live = await hub.db.selectFrom('devices').select('id').where('deleted_at', 'is', null).execute();
    expect(live).toHaveLength(before['dcim.device'] ?? 0);
    expect((await liveObjects())['dcim.interface']).toBe(before['dcim.interface']);
  }
  netbox.faults.clear();
  expect((await newMirror().run(signal)).failure).toBeNull();
  expect(await liveObjects()).toEqual(before);
}, 90_000);

test('a cluster that the settings name and NetBox lacks stops the reading of devices and says so', async () => {
  await newMirror().run(signal);
  const before = await liveObjects();
  const mirror = newMirror({ settings: { deviceFilters: { clusters: ['sys1-ice2', 'typo'], allClusters: false } } });
  await mirror.run(signal);
  expect(mirror.progress.get('dcim.device')?.failure).toMatchObject({ code: 'FM_NETBOX_FILTER_REFUSED' });
  expect(await liveObjects()).toEqual(before);
});

test('the agent leads, mirrors, and reports what NetBox refuses in its heartbeat, its log and as findings', async () => {
  const heartbeats: Heartbeat[] = [];
  const findings: z.infer<typeof FindingReport>[] = [];
  const log = createLogger('netbox-agent', 'silent');
  const warn = vi.spyOn(log, 'warn');
  const client = createNetBoxClient({ url: netbox.url, token: new Secret(netbox.tokens.limited.v2) });
  clients.push(client);
  const agent = startNetboxAgent({
    database: hub,
    sources: netboxSources(client),
    settings,
    reporting: {
      heartbeat: async (_client, heartbeat) => void heartbeats.push(heartbeat),
      findings: async (_client, _scope, report) => void findings.push(report),
    },
    log,
    version: '0.1.0',
  });
  try {
    await expect.poll(() => findings.length, { timeout: 20_000 }).toBeGreaterThan(0);
    const second = await agent.poll();
    expect(second.failure).toBeNull();
    expect(agent.status().leading).toBe(true);
    const last = heartbeats.at(-1);
    expect(last).toMatchObject({ kind: 'netbox-agent', satellite: null, siteSlugs: ['keflavik'] });
    expect(last?.loops.map((loop) => [loop.name, loop.error])).toEqual([
      ['netbox-changes', null],
      ['netbox-sweep', null],
    ]);
    expect(last?.degraded).toContainEqual(
      expect.objectContaining({ subject: 'dcim.macaddress', code: 'FM_NETBOX_PERMISSION_MISSING' }),
    );
    expect(findings.at(-1)?.findings).toContainEqual(
      expect.objectContaining({ kind: 'object-type-degraded', key: 'dcim.macaddress', observations: 2 }),
    );
    expect(last?.degraded).toContainEqual(
      expect.objectContaining({ subject: 'dcim.cable', detail: expect.stringContaining('cable without a far end') }),
    );
    expect(findings.at(-1)?.findings).toContainEqual(expect.objectContaining({ key: 'dcim.cable' }));
    const warned = warn.mock.calls.filter(
      ([fields]) => 'objectType' in Object(fields) && Object(fields).objectType === 'dcim.macaddress',
    );
    expect(warned).toHaveLength(2);
  } finally {
    await agent.stop();
  }
  expect(agent.status().leading).toBe(false);
});

describe('polls by the change log', () => {
  test('an idle poll asks for no type; a change and a device that left show at the next poll', async () => {
    const mirror = newMirror();
    await mirror.run(signal);
    const admin = netboxWriter(netbox.url, netbox.tokens.admin.v2);
    expect((await mirror.run(signal)).quiet).toHaveLength(16);

    const tray = await deviceNamed(TRAY);
    await admin.change('dcim/devices', tray.netbox_id, { status: 'failed' });
    const changed = await mirror.run(signal);
    expect(changed.quiet).toHaveLength(15);
    expect((await deviceNamed(TRAY)).netbox_status).toBe('failed');

    await admin.change('dcim/devices', tray.netbox_id, { cluster: null });
    await mirror.run(signal);
    expect((await deviceNamed(TRAY)).deleted_at).not.toBeNull();
  });

  test('a token that may not see the log is served all the same, by asking for each type', async () => {
    const mirror = newMirror({ token: 'limited' });
    await mirror.run(signal);
    const report = await mirror.run(signal);
    expect(report.quiet).toEqual([]);
    expect(report.failure).toBeNull();
  });
});
