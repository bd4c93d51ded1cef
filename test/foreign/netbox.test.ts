import path from 'node:path';
import { type NetBoxDouble, startNetBoxDouble } from '@fleet-manager/simulator/netbox/double';
import { netBoxVersions } from '@fleet-manager/simulator/netbox/version';
import { planSite } from '@fleet-manager/simulator/world/plan';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { foreignPython, type PythonEnvironment } from '../support/python-venv.ts';

const plan = planSite({ racks: 1 });
const script = path.join(import.meta.dirname, 'netbox_walk.py');
let python: PythonEnvironment;
let double: NetBoxDouble | undefined;

beforeAll(async () => {
  python = await foreignPython();
}, 900_000);
afterEach(() => double?.close());

it.each(netBoxVersions)('pynetbox lists, reads, writes and deletes in the double of %s', async (version) => {
  double = await startNetBoxDouble({ plan, version });
  const { v1, v2 } = double.tokens.admin;
  const newTokens = netBoxVersions.indexOf(version) >= netBoxVersions.indexOf('4.5');
  const devices = double.tables.table('dcim.device').size;
  const interfaces = double.tables.table('dcim.interface').size;
  const active = plan.devices.filter((device) => device.role === 'compute-tray' && device.status === 'active');
  const walked: unknown = JSON.parse(
    await python.run('python', [script, double.url, newTokens ? v2 : v1, plan.siteSlug]),
  );
  expect(walked).toMatchObject({
    version,
    devices,
    distinct: devices,
    threaded: interfaces,
    count: interfaces,
    counted_filter: 18 + 2,
    trays: active.length,
    nested: ['Keflavik', 'A01', 'odm', 'active', version !== '4.2'],
    address: active[0]?.ports.find((port) => port.name === 'mgmt0')?.address,
    tags: ['burn-in-passed', 'gb300'],
    far: ['A', 'sys1-ice2-p-swi-bel001', 'Interfaces'],
    ends: ['ib0', 'sys1-ice2-p-swi-bel001'],
    none: null,
    refused: [400, expect.stringContaining('Select a valid choice. staging')],
    saved: true,
    saved_again: false,
    read_back: 'CHANGED',
    patched: true,
    made: ['by-script', 'staged', expect.anything()],
    ports: 3,
    mac: ['02:00:00:00:BE:EF', 'eth0'],
    unplugged: true,
    deleted: true,
    gone: [null, null],
    changes: ['create', 'delete'],
  });
});
