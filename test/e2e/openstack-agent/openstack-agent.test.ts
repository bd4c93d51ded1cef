import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startStandaloneIronic } from '@fleet-manager/simulator/openstack/standalone';
import { ODD_TRAYS } from '@fleet-manager/simulator/world/oddities';
import { World } from '@fleet-manager/simulator/world/world';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startRecordingHub } from './recording-hub.ts';
import { agentOf, degraded, deviceId, devices, eventually, folder, loop, plan, startSite, trays } from './site.ts';

test('a site is mirrored: each tray has its seven conditions, its node, and later walks send only changes', async () => {
  const site = await startSite();
  await site.polls(2);
  expect(site.logged).toContain("Starting reflector for Ironic instance 'overcloud'");
  const [first, second] = site.hub.reports;
  expect(first).toMatchObject({ scope: 'ironic-nodes-overcloud', mode: 'full' });
  expect(first?.conditions).toHaveLength(trays.length * 7);
  expect(first?.nodes).toContainEqual({ deviceId: site.device(0), ironicNodeId: site.node(0).uuid });
  expect(second).toMatchObject({ mode: 'delta', previousSequence: first?.sequence, conditions: [], uncovered: [] });
  const active = trays.findIndex((tray, i) => tray.status === 'active' && site.node(i).provision_state === 'active');
  expect(site.hub.condition(site.device(active), 'CustomerAllocated')).toBe('True CustomerProject');
  site.node(active).maintenance = true;
  await eventually('maintenance', () =>
    site.hub.condition(site.device(active), 'MaintenanceClear')?.startsWith('False'),
  );
  const changed = site.hub.reports.find((report) => report.mode === 'delta' && report.conditions.length > 0);
  expect(changed?.conditions.map((c) => `${c.type} ${c.reason}`)).toEqual(['MaintenanceClear MaintenanceByPerson']);
  const beat = await eventually(
    'a heartbeat with the walk',
    () => loop(site, 'ironic-nodes-overcloud')?.lastSuccessAt && site.hub.heartbeats.at(-1),
  );
  expect(beat).toMatchObject({ kind: 'openstack-agent', openstackVariant: 'nova', degraded: [] });
});

test('a validation project given by name is found by its id', async () => {
  const site = await startSite({ openstack: { validationProject: 'slurm' } });
  await site.polls(1);
  const active = trays.findIndex((_, i) => site.node(i).provision_state === 'active');
  expect(site.hub.condition(site.device(active), 'InValidationPool')).toBe('True ValidationProject');
  expect(site.hub.condition(site.device(active), 'CustomerAllocated')).toBe('False OwnProject');
});

describe('I1: what is not seen is not gone', () => {
  test('an empty list with 200 says nothing: conditions age, and the agent says why', async () => {
    const site = await startSite();
    await site.polls(1);
    site.double.faults.add({ service: 'ironic', path: '/v1/nodes', effect: { kind: 'empty-list' } });
    await site.polls(5);
    expect(site.hub.condition(site.device(0), 'Enrolled')).toBeUndefined();
    expect(site.hub.reports.flatMap((r) => r.conditions).filter((c) => c.reason === 'NotInIronic')).toEqual([]);
    await eventually('degraded', () => degraded(site, 'node-visibility-overcloud')?.detail.includes('no nodes at all'));
    site.double.faults.clear();
    await eventually('all is well again', () => site.hub.condition(site.device(0), 'Enrolled') === 'True InIronic');
    await eventually('not degraded', () => degraded(site, 'node-visibility-overcloud') === undefined);
  });

  test.each([
    ['503', { kind: 'status', status: 503 } as const],
    ['a page cut short', { kind: 'truncate', keepBytes: 400 } as const],
  ])('%s: no report at all, and the loop shows the error', async (_, effect) => {
    const site = await startSite();
    await site.polls(1);
    site.double.faults.add({ service: 'ironic', path: '/v1/nodes', effect });
    await eventually('error', () => loop(site, 'ironic-nodes-overcloud')?.error?.detail.includes('/v1/nodes'), 40_000);
    const before = site.hub.reports.length;
    await eventually('more heartbeats', () => site.hub.heartbeats.length > 0);
    expect(site.hub.reports.length).toBeLessThanOrEqual(before + 1);
    expect(site.hub.condition(site.device(0), 'Enrolled')).toBe('True InIronic');
  });

  test('pages of three, links to another host and a marker that vanishes lose no node', async () => {
    const site = await startSite({ maxLimit: 3, start: false });
    site.double.faults.add({
      service: 'ironic',
      path: '/v1/nodes',
      effect: { kind: 'next-host', host: '192.0.2.1:1' },
    });
    site.double.faults.add({
      service: 'ironic',
      path: '/v1/nodes',
      after: 4,
      count: 1,
      effect: { kind: 'vanish-marker' },
    });
    site.agent.start();
    await site.polls(1);
    expect(site.hub.reports[0]?.nodes.filter((pair) => pair.ironicNodeId !== null)).toHaveLength(trays.length);
  });

  test('a deleted node is first unknown, and NotInIronic only after two 404s two polls apart', async () => {
    const site = await startSite();
    await site.polls(1);
    site.world.nodes.delete(site.node(3).uuid);
    await eventually('uncovered', () => site.hub.condition(site.device(3), 'Enrolled') === undefined);
    const at = site.hub.reports.length;
    await eventually('gone', () => site.hub.condition(site.device(3), 'Enrolled') === 'False NotInIronic');
    expect(site.hub.reports.length).toBeGreaterThanOrEqual(at + 1);
    expect(site.hub.condition(site.device(3), 'InstanceAllocated')).toBe('Unknown NotInIronic');
    expect(site.hub.condition(site.device(4), 'Enrolled')).toBe('True InIronic');
    await eventually('finding', () =>
      site.hub.findings
        .get('pairing-overcloud')
        ?.some((f) => f.kind === 'device-without-node' && f.key === site.device(3)),
    );
  });

  test('a third of the nodes gone at once is not believed', async () => {
    const site = await startSite();
    await site.polls(1);
    for (let i = 0; i < 12; i += 1) site.world.nodes.delete(site.node(i).uuid);
    await site.polls(5);
    expect(site.hub.condition(site.device(0), 'Enrolled')).toBeUndefined();
    expect(site.hub.condition(site.device(20), 'Enrolled')).toBe('True InIronic');
    await eventually('degraded', () => degraded(site, 'node-visibility-overcloud')?.detail.includes('12 of 36'));
  });

  test('nodes that belong to another project from now on are not gone', async () => {
    const site = await startSite();
    await site.polls(1);
    for (const node of site.world.nodes.values()) node.owner = 'ffffffffffffffffffffffffffffffff';
    await site.polls(5);
    expect(site.hub.reports.flatMap((r) => r.conditions).filter((c) => c.reason === 'NotInIronic')).toEqual([]);
  });
});

test('Nova down while Ironic is up: only what rests on Nova is unknown', async () => {
  const site = await startSite();
  await site.polls(1);
  const active = trays.findIndex((_, i) => site.node(i).provision_state === 'active');
  site.double.faults.add({ service: 'nova', path: '/v2.1/servers/detail', effect: { kind: 'status', status: 500 } });
  await eventually(
    'unknown',
    () => site.hub.condition(site.device(active), 'CustomerAllocated') === 'Unknown NovaUnreachable',
  );
  expect(site.hub.condition(site.device(active), 'InstanceAllocated')).toBe('True InstanceOnNode');
  expect(site.hub.condition(site.device(active), 'ProvisioningHealthy')).toBe('True Stable');
  await eventually('degraded', () => degraded(site, 'nova-overcloud')?.detail.includes('/v2.1/servers/detail'));
});

test('an unknown provision state is Unknown and a finding', async () => {
  const site = await startSite();
  await site.polls(1);
  site.node(1).provision_state = 'teleporting';
  await eventually('unknown', () => site.hub.condition(site.device(1), 'Enrolled') === 'Unknown UnknownProvisionState');
  await eventually('finding', () =>
    site.hub.findings.get('pairing-overcloud')?.some((f) => f.kind === 'unknown-provision-state'),
  );
});

test('two devices with one serial are both in conflict', async () => {
  const site = await startSite({ start: false });
  const [a, b] = [site.hub.devices[0], site.hub.devices[1]];
  if (a === undefined || b === undefined) throw new Error('no devices');
  site.hub.devices[1] = { ...b, serial: a.serial };
  site.agent.start();
  await site.polls(1);
  expect(site.hub.condition(a.id, 'Enrolled')).toBe('Unknown PairingConflict');
  expect(site.hub.findings.get('pairing-overcloud')?.map((f) => f.kind)).toContain('two-devices-one-node');
});

describe('the hub', () => {
  test('after a gap the whole is sent again', async () => {
    const site = await startSite();
    await site.polls(1);
    site.hub.forgetReports();
    await eventually('full again', () => site.hub.reports.filter((report) => report.mode === 'full').length >= 2);
    expect(site.hub.condition(site.device(0), 'Enrolled')).toBe('True InIronic');
  });

  test('while it is away the site is still read, and it is told everything once it is back', async () => {
    const site = await startSite();
    await site.polls(1);
    site.hub.broken = 'FM_UNAVAILABLE';
    const seen = () => site.double.servers.ironic.log.list().filter((one) => one.path === '/v1/nodes').length;
    const before = seen();
    site.node(2).maintenance = true;
    await eventually('walks go on', () => seen() > before + 2);
    site.hub.broken = null;
    await eventually(
      'told',
      () => site.hub.condition(site.device(2), 'MaintenanceClear') === 'False MaintenanceByPerson',
    );
  });

  test('an instance without devices is skipped and its credential never looked up; it starts when one comes', async () => {
    const site = await startSite({ openstack: { undercloud: { cloudsFile: '/nonexistent/clouds.yaml', cloud: 'x' } } });
    await site.polls(1);
    expect(site.agent.loops().map((one) => one.name)).not.toContain('ironic-nodes-undercloud');
    const [first] = site.hub.devices;
    if (first === undefined) throw new Error('no devices');
    site.hub.devices.push({
      ...first,
      id: deviceId('hyper'),
      name: 'hyper',
      serial: 'H1',
      deviceClass: 'CPU_HYPERVISOR' as never,
    });
    await eventually('started', () => site.logged.includes("Starting reflector for Ironic instance 'undercloud'"));
    await eventually('says which file', () =>
      degraded(site, 'ironic-undercloud')?.detail.includes('/nonexistent/clouds.yaml'),
    );
    expect(site.hub.condition(site.device(0), 'Enrolled')).toBe('True InIronic');
  });
});

test('orphans of seven kinds are told with evidence and what to do; nothing is repaired', async () => {
  const site = await startSite({ oddities: true });
  const kinds = () => new Set(site.hub.findings.get('orphans-overcloud')?.map((finding) => finding.kind));
  await eventually('orphans', () => kinds().size >= 7, 60_000);
  expect([...kinds()].sort()).toEqual([
    'allocation-left',
    'deploying-for-deleted-server',
    'instance-on-available-node',
    'node-with-dead-instance',
    'node-without-provider',
    'provider-without-node',
    'server-without-node',
  ]);
  const dead = site.hub.findings
    .get('orphans-overcloud')
    ?.find((finding) => finding.kind === 'node-with-dead-instance');
  expect(dead?.deviceIds).toEqual([site.device(ODD_TRAYS.deadInstance)]);
  expect(dead?.next).toContain('only a person');
  expect(dead?.observations).toBeGreaterThanOrEqual(3);
  const pairing = site.hub.findings.get('pairing-overcloud')?.map((finding) => finding.kind);
  expect(pairing).toContain('node-without-device');
  expect(pairing).toContain('serial-name-mismatch');
  const writes = (['ironic', 'nova', 'placement'] as const).flatMap((service) =>
    site.double.servers[service].log.list().filter((one) => one.method !== 'GET'),
  );
  expect(writes).toEqual([]);
});

test('half a sweep is no verdict: with Placement down orphans already told stay told', async () => {
  const site = await startSite({ oddities: true });
  const count = () => site.hub.findings.get('orphans-overcloud')?.length ?? 0;
  await eventually('orphans', () => count() >= 7, 60_000);
  site.double.faults.add({
    service: 'placement',
    path: '/resource_providers',
    effect: { kind: 'status', status: 500 },
  });
  await eventually('degraded', () => degraded(site, 'orphan-sweep-overcloud')?.detail.includes('/resource_providers'));
  expect(count()).toBeGreaterThanOrEqual(7);
});

test('a missing access rule is named by method and path', async () => {
  const site = await startSite({ start: false });
  site.double.withoutServiceType.add('compute');
  site.agent.start();
  const found = await eventually('degraded', () => degraded(site, 'nova-overcloud'));
  expect(found.code).toMatch(/^FM_OPENSTACK_(ACCESS_RULE_MISSING|SERVICE_TYPE_UNSET)$/);
  expect(found.detail).toContain('GET');
  expect(found.detail).toContain('/v2.1/servers/detail');
});

test('a standalone Ironic: no Nova, no sweep, and the hub knows', async () => {
  const world = new World({ plan, oddities: false });
  const ironic = await startStandaloneIronic({
    world,
    auth: { kind: 'http_basic', user: 'fleet', password: 'simulated-secret' },
  });
  const hub = await startRecordingHub(devices());
  const dir = await folder();
  const cloudsFile = path.join(dir, 'clouds.yaml');
  await writeFile(cloudsFile, ironic.cloudsYaml, { mode: 0o600 });
  const agent = agentOf(hub, dir, { overcloud: { cloudsFile, cloud: 'standalone' }, placementEnabled: false });
  agent.start();
  onTestFinished(async () => {
    await agent.stop();
    await ironic.close();
    await hub.close();
  });
  await eventually('variant', () => hub.heartbeats.at(-1)?.openstackVariant === 'standalone');
  await eventually('conditions', () => hub.reports.length > 0);
  expect(hub.heartbeats.at(-1)?.loops.map((one) => one.name)).not.toContain('orphan-sweep-overcloud');
  const active = trays.findIndex((tray) => world.findNode(tray.name)?.provision_state === 'active');
  expect(hub.condition(deviceId(trays[active]?.name ?? ''), 'CustomerAllocated')).toBe('True CustomerProject');
});
