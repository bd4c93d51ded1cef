import type { DeviceSummary } from '@fleet-manager/contract/api/devices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { until } from '../e2e/fleet-process.ts';
import { netboxOperator } from './netbox-operator.ts';
import { type AccessRule, openstackOperator } from './openstack-operator.ts';
import { inBrief, Product, verdictOf } from './product.ts';

/** A seeded tray of the mirrored cluster for which no node is seeded. */
const TRAY = 'sys1-ice2-p-phy-gpu0012';
/** Seeded trays with a seeded node, which is available. */
const SEEDED = ['sys1-ice2-p-phy-gpu0005', 'sys1-ice2-p-phy-gpu0006'] as const;
const POLL_SECONDS = 4;
const stamp = Date.now().toString(36);

function needed(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`${name} is not set: this suite needs real systems, which \`npm run test:peers\` starts and names`);
}

/** What of a device comes from NetBox. */
const asInNetBox = ({ id, name, serial, rack, position, cluster, netboxStatus, deletedAt }: DeviceSummary) => ({
  ...{ id, name, serial, rack, position },
  ...{ cluster, netboxStatus, deletedAt },
});

describe('the product at a real site', () => {
  let product: Product;
  let openstack: ReturnType<typeof openstackOperator>;
  let netbox: ReturnType<typeof netboxOperator>;
  let others: ReturnType<typeof asInNetBox>[];
  let tray: string;

  const ours = new RegExp(`^walk-.*${stamp}$`);
  const seeded = async () => (await product.devices()).filter(({ name }) => !ours.test(name)).map(asInNetBox);
  const byName = async (name: string): Promise<DeviceSummary> => {
    const found = (await product.devices()).find((device) => device.name === name);
    if (found === undefined) throw new Error(`the hub has no ${name}`);
    return found;
  };

  beforeAll(async () => {
    openstack = openstackOperator(needed('FM_PEER_OPENSTACK_CLOUDS'));
    netbox = netboxOperator(needed('FM_PEER_NETBOX_URL'), needed('FM_PEER_NETBOX_ADMIN_TOKEN'));
    product = await Product.start(needed('FM_PEER_SITE_FILE'), { pollSeconds: POLL_SECONDS });
    await product.passAfter(0);
    tray = (await byName(TRAY)).id;
    others = await seeded();
  });
  afterAll(async () => {
    // Whatever cannot be cleared away, the rest is.
    const outcomes = [];
    for (const step of [() => product?.stop(), () => netbox?.clearAway(), () => openstack?.clearAway()]) {
      outcomes.push(...(await Promise.allSettled([step()])));
    }
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('judges every tray, and is healthy', async () => {
    await product.eventually(tray, (device) => device.operational_status === 'unenrolled');
    const devices = await product.devices();
    expect(devices.length).toBeGreaterThanOrEqual(50);
    for (const name of SEEDED) expect(devices.find((d) => d.name === name)?.operational_status).toBe('available');
    await until(async () => {
      const agents = await product.agents();
      return agents.length === 2 && agents.every(({ state }) => state === 'healthy') ? true : undefined;
    }, 60_000);
  });

  it('shows a node from enroll to a customer and back to available, each step within one poll', async () => {
    const before = await product.device(tray);
    expect(inBrief(before)).toContain('unenrolled: ');
    expect(verdictOf(before, 'Enrolled')).toBe('False NotInIronic');

    const id = await openstack.enrol(TRAY);
    const enrolled = await product.afterNextWalk(tray);
    expect(enrolled.ironicNodeId).toBe(id);
    expect([enrolled.operational_status, verdictOf(enrolled, 'Enrolled')]).toEqual(['enrolling', 'False Enrolling']);

    await openstack.manage(id);
    await openstack.settled(id, 'manageable');
    await openstack.powerOff(id);
    const manageable = await product.afterNextWalk(tray);
    expect([manageable.operational_status, verdictOf(manageable, 'Enrolled')]).toEqual(['preparing', 'True InIronic']);
    expect(verdictOf(manageable, 'InstanceAllocated')).toBe('False BeingPrepared');

    await openstack.provide(id);
    await openstack.settled(id, 'available');
    const available = await product.afterNextWalk(tray);
    expect([available.operational_status, verdictOf(available, 'InstanceAllocated')]).toEqual([
      'available',
      'False Available',
    ]);

    await openstack.schedulable(id);
    const server = await openstack.boot('admin', id);
    expect(await openstack.settled(id, 'active')).toMatchObject({ instanceUuid: server });
    const active = await product.afterNextWalk(tray);
    expect([active.operational_status, verdictOf(active, 'CustomerAllocated')]).toEqual([
      'customer',
      'True CustomerProject',
    ]);
    expect(verdictOf(active, 'InstanceAllocated')).toBe('True InstanceOnNode');
    expect((await byName(TRAY)).operational_status).toBe('customer');

    await openstack.removeServer(server);
    await openstack.settled(id, 'available');
    const again = await product.afterNextWalk(tray);
    expect([again.operational_status, verdictOf(again, 'CustomerAllocated')]).toEqual([
      'available',
      'False NoInstance',
    ]);
    expect(again.ironicNodeId).toBe(id);
  });

  it("tells a burn-in from a server of the site's own project", async () => {
    const [validating, own] = await Promise.all(SEEDED.map(byName));
    const nodeOf = (device: DeviceSummary | undefined) => device?.ironicNodeId ?? '';
    await openstack.schedulable(nodeOf(validating));
    const servers = await Promise.all([
      openstack.boot('slurm', nodeOf(validating)),
      openstack.boot('fleet', nodeOf(own)),
    ]);
    const inPool = await product.afterNextWalk(validating?.id ?? '');
    expect([inPool.operational_status, verdictOf(inPool, 'InValidationPool')]).toEqual([
      'validating',
      'True ValidationProject',
    ]);
    const atHome = await product.device(own?.id ?? '');
    expect([atHome.operational_status, verdictOf(atHome, 'CustomerAllocated')]).toEqual([
      'allocated',
      'False OwnProject',
    ]);
    await Promise.all(servers.map((server) => openstack.removeServer(server)));
    for (const device of [validating, own]) await openstack.settled(nodeOf(device), 'available');
    expect((await product.afterNextWalk(validating?.id ?? '')).operational_status).toBe('available');
  });

  it('finds no orphan in what it was shown', async () => {
    const orphans = z.array(z.object({ kind: z.string(), source: z.string(), subject: z.string() }));
    const findings = orphans.parse(await product.fleetctl('findings', 'list'));
    const strange = findings.filter(({ kind }) => !['device-without-node', 'node-without-device'].includes(kind));
    expect(strange).toEqual([]);
  });

  it('shows a device created, renamed, moved and its MAC edited, each within one poll, and deleted two polls later', async () => {
    const number = await netbox.tray(`walk-a-${stamp}`);
    await product.passAfter(Date.now());
    const id = await product.deviceOf(number, stamp);
    const created = await product.device(id);
    expect(created).toMatchObject({ name: `walk-a-${stamp}`, rack: 'A01', cluster: 'sys1-ice2', deletedAt: null });

    const change = async (body: object) => {
      await netbox.change('dcim/devices', number, body);
      await product.passAfter(Date.now());
      return product.device(id);
    };
    const renamed = await change({ name: `walk-b-${stamp}`, serial: `SN-${stamp}` });
    expect(renamed).toMatchObject({ id, name: `walk-b-${stamp}`, serial: `SN-${stamp}` });

    const elsewhere = await netbox.rack('N01');
    const moved = await change({ ...elsewhere, ...(await netbox.cluster('sys1-ice2-net')) });
    expect(moved).toMatchObject({
      rack: 'N01',
      position: elsewhere.position,
      cluster: 'sys1-ice2-net',
      deletedAt: null,
    });

    const mac = await netbox.mac(number, '02:FE:00:00:00:01');
    await product.passAfter(Date.now());
    const macs = async () => (await product.components(id)).interfaces.flatMap((port) => port.macs);
    expect((await macs()).map(({ address }) => address.toLowerCase())).toEqual(['02:fe:00:00:00:01']);
    await netbox.change('dcim/mac-addresses', mac, { mac_address: '02:FE:00:00:00:02' });
    await product.passAfter(Date.now());
    expect((await macs()).map(({ address }) => address.toLowerCase())).toEqual(['02:fe:00:00:00:02']);

    const out = await change(await netbox.foreignCluster(`walk-c-${stamp}`));
    expect(out.deletedAt).not.toBeNull();
    expect((await product.devices()).map((device) => device.id)).not.toContain(id);
    const back = await change({ ...(await netbox.cluster('sys1-ice2')), ...(await netbox.rack('A01')) });
    expect(back).toMatchObject({ id, deletedAt: null, rack: 'A01', cluster: 'sys1-ice2', name: `walk-b-${stamp}` });

    await netbox.remove('dcim/devices', number);
    // One look that finds nothing proves nothing: a second one, two polls on, does.
    const first = await product.passAfter(Date.now());
    // Whoever looks at it learns at once that it is missing, though not yet that it is deleted.
    expect(await product.device(id)).toMatchObject({ missingSince: expect.any(String), deletedAt: null });
    const second = await product.passAfter(first + 1);
    await product.passAfter(second + 1);
    const deleted = await product.device(id);
    expect(deleted.deletedAt).not.toBeNull();
    expect(deleted.missingSince).toBeNull();
    expect(deleted.operational_status).toBe('decommissioned');
    expect(await seeded()).toEqual(others);
  });
});

describe('the product at a site of the latest release, with credentials that may not read everything', () => {
  let product: Product;
  let openstack: ReturnType<typeof openstackOperator>;
  let tray: string;
  const rule = (service: string, method: string, path: string): AccessRule => ({ service, method, path });

  beforeAll(async () => {
    openstack = openstackOperator(needed('FM_PEER_OPENSTACK_LATEST_CLOUDS'));
    const narrow = await openstack.narrowCloud([
      rule('baremetal', 'GET', '/v1'),
      rule('baremetal', 'GET', '/v1/nodes'),
      rule('baremetal', 'GET', '/v1/nodes/*'),
    ]);
    product = await Product.start(needed('FM_PEER_SITE_FILE'), {
      pollSeconds: POLL_SECONDS,
      netboxToken: needed('FM_PEER_NETBOX_LIMITED_TOKEN'),
      clouds: { text: narrow, cloud: 'narrow' },
    });
    await product.passAfter(0);
    tray = (await product.devices()).find(({ name }) => name === TRAY)?.id ?? '';
  });
  afterAll(async () => {
    await product?.stop().finally(() => openstack?.clearAway());
  });

  it('names the access rules that are missing, and the object types that NetBox refuses', async () => {
    const wanted = ['nova-overcloud', 'validation-project-overcloud', 'dcim.macaddress', 'dcim.consoleport'];
    const degraded = await until(async () => {
      const agents = await product.agents();
      const all = agents.flatMap((agent) => (agent.state === 'degraded' ? agent.degraded : []));
      return wanted.every((subject) => all.some((one) => one.subject === subject)) ? all : undefined;
    }, 60_000);
    const of = (subject: string) => degraded.find((one) => one.subject === subject);
    expect(of('nova-overcloud')).toMatchObject({ code: 'FM_OPENSTACK_ACCESS_RULE_MISSING' });
    expect(of('nova-overcloud')?.detail).toMatch(/GET.*\/v2\.1\/servers\/detail/);
    expect(of('validation-project-overcloud')?.detail).toMatch(/GET.*\/v3\/projects/);
    expect(of('dcim.macaddress')?.code).toBe('FM_NETBOX_PERMISSION_MISSING');
    const listed = z.array(z.object({ kind: z.string(), subject: z.string(), next: z.string() }));
    const findings = listed.parse(await product.fleetctl('findings', 'list', '--kind', 'object-type-degraded'));
    expect(findings.map(({ subject }) => subject)).toContain('dcim.macaddress');
  });

  it('has every device all the same, and shows what Ironic says of them', async () => {
    const devices = await product.devices();
    expect(devices.length).toBeGreaterThanOrEqual(50);
    await product.eventually(tray, (device) => device.operational_status === 'unenrolled');
    expect((await product.components(tray)).degraded.map(({ objectType }) => objectType)).toContain('dcim.macaddress');
  });

  it('shows a node on its way from enroll to available, each step within one poll', async () => {
    const id = await openstack.enrol(TRAY);
    expect((await product.afterNextWalk(tray)).operational_status).toBe('enrolling');
    await openstack.manage(id);
    await openstack.settled(id, 'manageable');
    await openstack.powerOff(id);
    expect((await product.afterNextWalk(tray)).operational_status).toBe('preparing');
    await openstack.provide(id);
    await openstack.settled(id, 'available');
    const available = await product.afterNextWalk(tray);
    expect([available.operational_status, available.ironicNodeId]).toEqual(['available', id]);
  });
});
