import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type OpenStackDouble, startOpenStackDouble } from '@fleet-manager/simulator/openstack/double';
import { type StandaloneIronic, startStandaloneIronic } from '@fleet-manager/simulator/openstack/standalone';
import { planSite } from '@fleet-manager/simulator/world/plan';
import { World } from '@fleet-manager/simulator/world/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { foreignPython, type PythonEnvironment } from '../support/python-venv.ts';

// Time runs so fast that a deployment takes half a second: the clients' own polling is what the walks wait for.
const PACE = 500;
let python: PythonEnvironment;
let directory: string;
let double: OpenStackDouble;
let standalone: StandaloneIronic;

beforeAll(async () => {
  python = await foreignPython();
  directory = await mkdtemp(path.join(tmpdir(), 'fm-foreign-'));
  const world = new World({ plan: planSite({ racks: 1 }), pace: PACE });
  // Three rows a page: the clients have to follow pages, filters and all.
  double = await startOpenStackDouble({ world, maxLimit: 3 });
  standalone = await startStandaloneIronic({ world, auth: { kind: 'http_basic', user: 'ironic', password: 'secret' } });
  await writeFile(path.join(directory, 'clouds.yaml'), double.cloudsYaml, { mode: 0o600 });
  await writeFile(path.join(directory, 'standalone.yaml'), standalone.cloudsYaml, { mode: 0o600 });
}, 900_000);
afterAll(async () => {
  await double?.close();
  await standalone?.close();
  if (directory !== undefined) await rm(directory, { recursive: true, force: true });
});

/** Nodes that the project `fleet` owns: all but the one that belongs to another project. */
const owned = () => [...double.world.nodes.values()].filter((node) => node.name !== 'slurm-login-01').length;
const clouds = (file = 'clouds.yaml') => ({ OS_CLIENT_CONFIG_FILE: path.join(directory, file) });

describe('openstacksdk', () => {
  it('lists by pages, walks a node through its life, and reads servers and providers', {
    timeout: 240_000,
  }, async () => {
    const script = path.join(import.meta.dirname, 'openstack_sdk_walk.py');
    const before = owned();
    const seen: unknown = JSON.parse(await python.run('python', [script, 'fleet'], clouds()));
    expect(seen).toMatchObject({
      nodes: before,
      distinct: before,
      by_fields: before,
      active: ['active'],
      states: ['enroll', 'manageable', 'available', 'active', 'available'],
      traits: ['CUSTOM_WALK'],
      traits_after: [],
      maintenance: [true, 'a reason'],
      maintenance_after: false,
      extra: { rack: 'A01' },
      ports: ['02:00:00:00:00:aa'],
      allocation: ['active', true],
      validate: true,
      deleted: true,
      servers: [...double.world.servers.values()].filter((server) => server.deletedAt === null).length,
      server_keys: ['ACTIVE', true],
      provider: true,
    });
  });
});

describe('the openstack command', () => {
  const openstack = (cloud: string, ...args: string[]) =>
    python.run('openstack', ['--os-cloud', cloud, ...args], clouds());
  const rows = z.array(z.record(z.string(), z.unknown()));
  const json = async (cloud: string, ...args: string[]): Promise<unknown> =>
    JSON.parse(await openstack(cloud, ...args, '-f', 'json'));

  it('lists nodes and servers', { timeout: 240_000 }, async () => {
    // Unless it is told to go on, the command shows the one page that the service grants.
    expect(rows.parse(await json('fleet', 'baremetal', 'node', 'list'))).toHaveLength(3);
    const nodes = rows.parse(await json('fleet', 'baremetal', 'node', 'list', '--limit', '0'));
    expect(nodes).toHaveLength(owned());
    expect(nodes[0]).toMatchObject({ name: 'sys1-ice2-p-phy-gpu0001', maintenance: false });
    const servers = rows.parse(await json('fleet', 'server', 'list', '--all-projects'));
    expect(servers.map((server) => server.Status ?? server.status)).toContain('ACTIVE');
  });

  it('walks a node through its life', { timeout: 480_000 }, async () => {
    const node = (...args: string[]) => openstack('fleet', 'baremetal', 'node', ...args);
    await node('create', '--driver', 'fake-hardware', '--name', 'walk-cli', '--resource-class', 'walk.cli');
    const state = async () => await json('fleet', 'baremetal', 'node', 'show', 'walk-cli');
    expect(await state()).toMatchObject({
      provision_state: 'enroll',
      driver: 'fake-hardware',
      conductor: 'conductor-1',
    });
    await node('manage', 'walk-cli', '--wait', '120');
    await node('provide', 'walk-cli', '--wait', '120');
    await node('deploy', 'walk-cli', '--wait', '120');
    expect(await state()).toMatchObject({ provision_state: 'active', power_state: 'power on' });
    await node('undeploy', 'walk-cli', '--wait', '120');
    await node('add', 'trait', 'walk-cli', 'CUSTOM_WALK');
    await node('maintenance', 'set', 'walk-cli', '--reason', 'a reason');
    expect(await state()).toMatchObject({
      provision_state: 'available',
      traits: ['CUSTOM_WALK'],
      maintenance: true,
      maintenance_reason: 'a reason',
    });
    await node('maintenance', 'unset', 'walk-cli');
    await node('delete', 'walk-cli');
    expect(double.world.findNode('walk-cli')).toBeUndefined();
  });

  it('is told 401 by the reading credential when it tries to write', { timeout: 120_000 }, async () => {
    const uuid = [...double.world.nodes.keys()][0] ?? '';
    const write = openstack('fleet-readonly', 'baremetal', 'node', 'maintenance', 'set', uuid);
    await expect(write).rejects.toThrow(/requires authentication|HTTP 401|Unauthorized/);
    expect(double.world.nodes.get(uuid)?.maintenance).toBe(false);
  });

  it('works with a standalone Ironic behind a name and a password', { timeout: 120_000 }, async () => {
    const out = await python.run(
      'openstack',
      ['--os-cloud', 'standalone', 'baremetal', 'node', 'list', '-f', 'json'],
      clouds('standalone.yaml'),
    );
    expect(rows.parse(JSON.parse(out))).toHaveLength(double.world.nodes.size);
  });
});
