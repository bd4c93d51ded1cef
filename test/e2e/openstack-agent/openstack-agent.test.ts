import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ORPHAN_KINDS } from '@fleet-manager/domain/ironic/orphans';
import { createLogger } from '@fleet-manager/platform/logging';
import { type OpenStackDouble, startOpenStackDouble } from '@fleet-manager/simulator/openstack/double';
import { startStandaloneIronic } from '@fleet-manager/simulator/openstack/standalone';
import type { SimNode } from '@fleet-manager/simulator/world/model';
import { ODD_TRAYS } from '@fleet-manager/simulator/world/oddities';
import { planSite } from '@fleet-manager/simulator/world/plan';
import { World } from '@fleet-manager/simulator/world/world';
import { describe, expect, onTestFinished, test } from 'vitest';
import { OpenStackAgent, type OpenStackAgentOptions } from '../../../apps/satellite/src/agents/openstack/agent.ts';
import { createHubPort } from '../../../apps/satellite/src/agents/openstack/hub-port.ts';
import { type RecordingHub, startRecordingHub } from './recording-hub.ts';

const plan = planSite({ racks: 2 });
const trays = plan.devices.filter((device) => device.role === 'compute-tray');

/** The id that the hub gave a device; any function of the name will do. */
function deviceId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
const devices = () =>
  trays.map((tray, i) => ({
    id: deviceId(tray.name),
    netboxId: i + 1,
    name: tray.name,
    serial: tray.serial as string | null,
    siteSlug: plan.siteSlug,
    deviceClass: 'GPU_COMPUTE' as const,
    netboxStatus: tray.status as string,
    macs: [],
    version: 1,
  }));

/** Orphans are told as soon as their re-reads agree. */
const NO_AGE = Object.fromEntries(ORPHAN_KINDS.map((kind) => [kind, 0]));

interface Site {
  readonly world: World;
  readonly hub: RecordingHub;
  readonly double: OpenStackDouble;
  readonly agent: OpenStackAgent;
  readonly logged: string[];
  /** Waits for complete walks that begin after now. */
  polls(count: number): Promise<void>;
  device(index: number): string;
  node(index: number): SimNode;
}

interface SiteOptions {
  readonly oddities?: boolean;
  readonly maxLimit?: number;
  readonly cloud?: string;
  readonly openstack?: Partial<OpenStackAgentOptions['openstack']>;
  readonly start?: boolean;
}

async function eventually<T>(what: string, look: () => T | undefined | false, withinMs = 20_000): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > until) throw new Error(`not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function folder(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'fm-agent-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

function agentOf(
  hub: RecordingHub,
  dir: string,
  openstack: Partial<OpenStackAgentOptions['openstack']>,
  logged: string[] = [],
): OpenStackAgent {
  const log = createLogger('test', 'silent');
  log.info = (first: unknown, second?: unknown) => void logged.push(String(typeof first === 'string' ? first : second));
  return new OpenStackAgent({
    satellite: plan.deployment,
    siteSlugs: [plan.siteSlug],
    version: '0.1.0',
    openstack: { placementEnabled: true, pollSeconds: 0.1, sweepSeconds: 0.3, orphanMinutes: NO_AGE, ...openstack },
    dataDir: dir,
    hub: createHubPort({ hubUrl: hub.url, clientId: `ironic-agent-${plan.deployment}`, token: async () => 'token' }),
    log,
    heartbeatMs: 50,
    discoveryMs: 100,
  });
}

async function startSite(options: SiteOptions = {}): Promise<Site> {
  const world = new World({ plan, oddities: options.oddities ?? false });
  const double = await startOpenStackDouble({
    world,
    ...(options.maxLimit === undefined ? {} : { maxLimit: options.maxLimit }),
  });
  const hub = await startRecordingHub(devices());
  const dir = await folder();
  const cloudsFile = path.join(dir, 'clouds.yaml');
  await writeFile(cloudsFile, double.cloudsYaml, { mode: 0o600 });
  const logged: string[] = [];
  const agent = agentOf(
    hub,
    dir,
    { overcloud: { cloudsFile, cloud: options.cloud ?? 'fleet' }, ...options.openstack },
    logged,
  );
  if (options.start !== false) agent.start();
  onTestFinished(async () => {
    await agent.stop();
    await double.close();
    await hub.close();
  });
  const tray = (index: number) => {
    const found = trays[index];
    if (found === undefined) throw new Error(`no tray ${index}`);
    return found;
  };
  return {
    world,
    hub,
    double,
    agent,
    logged,
    device: (index) => deviceId(tray(index).name),
    node: (index) => {
      const found = world.findNode(tray(index).name);
      if (found === undefined) throw new Error(`no node ${index}`);
      return found;
    },
    polls: async (count) => {
      const from = hub.reports.length;
      await eventually(`${count} reports`, () => hub.reports.length >= from + count + 1);
    },
  };
}

const degraded = (site: { hub: RecordingHub }, subject: string) =>
  site.hub.heartbeats.at(-1)?.degraded.find((one) => one.subject === subject);
const loop = (site: { hub: RecordingHub }, name: string) =>
  site.hub.heartbeats.at(-1)?.loops.find((one) => one.name === name);

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
