import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { until } from '../e2e/fleet-process.ts';
import { openstackOperator } from './openstack-operator.ts';
import { Product, verdictOf } from './product.ts';

/** A seeded tray of the mirrored cluster for which no node is seeded. */
const TRAY = 'sys1-ice2-p-phy-gpu0012';
/** Seeded trays with a seeded node, which is available. */
const SEEDED = ['sys1-ice2-p-phy-gpu0005', 'sys1-ice2-p-phy-gpu0006'];
/** What cannot be said without Nova or Placement. */
const NEEDS_NOVA = [
  'server-without-node',
  'two-nodes-one-server',
  'provider-without-node',
  'allocation-left',
  'node-without-provider',
];
const POLL_SECONDS = 1;

function needed(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`${name} is not set: this suite needs real systems, which \`npm run test:peers\` starts and names`);
}

describe('the product at a site with an Ironic alone, behind a name and a password', () => {
  let product: Product;
  let operator: ReturnType<typeof openstackOperator>;
  let tray: string;

  beforeAll(async () => {
    const file = needed('FM_PEER_STANDALONE_CLOUDS');
    const clouds = { text: readFileSync(file, 'utf8'), cloud: 'http-basic' };
    operator = openstackOperator(file, clouds.cloud);
    product = await Product.start(needed('FM_PEER_SITE_FILE'), { pollSeconds: POLL_SECONDS, clouds });
    await product.passAfter(0);
    tray = (await product.devices()).find(({ name }) => name === TRAY)?.id ?? '';
  });
  afterAll(async () => {
    await product?.stop().finally(() => operator?.clearAway());
  });

  it('pairs the nodes, judges every tray, and is healthy', async () => {
    await product.eventually(tray, (device) => device.operational_status === 'unenrolled');
    const devices = await product.devices();
    for (const name of SEEDED) {
      const device = devices.find((one) => one.name === name);
      expect(device?.operational_status).toBe('available');
      expect(device?.ironicNodeId).toBe((await operator.node(name)).uuid);
    }
    const agents = await until(async () => {
      const all = await product.agents();
      return all.length === 2 && all.every(({ state }) => state === 'healthy') ? all : undefined;
    }, 60_000);
    expect(agents.flatMap(({ degraded }) => degraded)).toEqual([]);
  });

  it('shows a node from enroll to a tenant and back, each step within one poll', async () => {
    expect(verdictOf(await product.device(tray), 'Enrolled')).toBe('False NotInIronic');
    const id = await operator.enrol(TRAY);
    const enrolled = await product.afterNextWalk(tray);
    expect([enrolled.ironicNodeId, enrolled.operational_status]).toEqual([id, 'enrolling']);

    await operator.manage(id);
    await operator.settled(id, 'manageable');
    await operator.powerOff(id);
    expect((await product.afterNextWalk(tray)).operational_status).toBe('preparing');

    await operator.provide(id);
    await operator.settled(id, 'available');
    expect((await product.afterNextWalk(tray)).operational_status).toBe('available');

    await operator.deploy(id);
    await operator.settled(id, 'active');
    const nobodys = await product.afterNextWalk(tray);
    expect(verdictOf(nobodys, 'CustomerAllocated')).toBe('Unknown NoOwner');

    await operator.lend(id, 'a-tenant');
    const lent = await product.afterNextWalk(tray);
    expect([lent.operational_status, verdictOf(lent, 'CustomerAllocated')]).toEqual([
      'customer',
      'True CustomerProject',
    ]);

    await operator.undeploy(id);
    await operator.settled(id, 'available');
    const again = await product.afterNextWalk(tray);
    expect([again.operational_status, verdictOf(again, 'CustomerAllocated')]).toEqual([
      'available',
      'False NoInstance',
    ]);
  });

  it('says that there is no Nova, and sweeps for no orphan that only Nova or Placement could tell', async () => {
    const sites = z.array(z.object({ slug: z.string(), openstackVariant: z.string() }));
    // The agent knows once it has read its clouds file, and says so with its next heartbeat.
    const variant = async () => sites.parse(await product.fleetctl('sites', 'list')).at(0)?.openstackVariant;
    await until(async () => ((await variant()) === 'standalone' ? true : undefined), 60_000);
    const loops = (await product.agents()).flatMap((agent) => agent.loops.map(({ name }) => name));
    expect(loops).toContain('ironic-nodes-overcloud');
    expect(loops).not.toContain('orphan-sweep-overcloud');
    const findings = z.array(z.object({ kind: z.string() })).parse(await product.fleetctl('findings', 'list'));
    expect(findings.filter(({ kind }) => NEEDS_NOVA.includes(kind))).toEqual([]);
    const seeded = (await product.devices()).find(({ name }) => name === SEEDED[0]);
    const { conditions } = await product.device(seeded?.id ?? '');
    expect(conditions.filter(({ reason }) => /Nova|Placement/.test(reason))).toEqual([]);
  });
});
