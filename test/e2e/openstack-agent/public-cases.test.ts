import { expect, test } from 'vitest';
import { degraded, eventually, type Site, startSite, trays } from './site.ts';

// What others reported in public of Ironic and Nova, met by the whole agent: docs/public-cases.md names the reports.

/** A tray with a customer's server on it, and that server. */
function customerOf(site: Site) {
  const index = trays.findIndex((_, i) => site.node(i).provision_state === 'active' && !site.node(i).maintenance);
  const server = site.world.servers.get(site.node(index).instance_uuid ?? '');
  if (server === undefined) throw new Error('no tray has a server');
  return { index, server, device: site.device(index), node: site.node(index) };
}
const reasons = (site: Site, type: string) =>
  new Set(site.hub.reports.flatMap((r) => r.conditions.filter((c) => c.type === type).map((c) => c.reason)));

test('a cell of Nova that is down hides no server: customers stay customers, and no orphan is told', async () => {
  const site = await startSite({ start: false });
  site.double.settings.nova.cellDown = true;
  site.agent.start();
  await site.polls(2);
  const { device } = customerOf(site);
  expect(site.hub.condition(device, 'CustomerAllocated')).toBe('True CustomerProject');
  await eventually('sweep degraded', () => degraded(site, 'orphan-sweep-overcloud')?.detail.includes('cell'));
  expect(site.hub.findings.get('orphans-overcloud') ?? []).toEqual([]);
  site.double.settings.nova.cellDown = false;
  await eventually('sweep well', () => degraded(site, 'orphan-sweep-overcloud') === undefined);
});

test('servers of a down cell that no longer fit on the first page are asked for one by one', async () => {
  const site = await startSite({ start: false, maxLimit: 5 });
  site.double.settings.nova.cellDown = true;
  site.agent.start();
  await site.polls(2);
  const servers = [...site.world.servers.values()].filter((server) => server.node !== null);
  expect(servers.length).toBeGreaterThan(5);
  for (let i = 0; i < trays.length; i += 1) {
    if (site.node(i).instance_uuid === null) continue;
    expect(site.hub.condition(site.device(i), 'CustomerAllocated')).not.toMatch(/^Unknown/);
  }
  expect(reasons(site, 'CustomerAllocated')).not.toContain('ServerNotInNova');
});

test("a server that is deleted softly is in no list, still a customer's, and no orphan", async () => {
  const site = await startSite({ start: false });
  const { server, device } = customerOf(site);
  server.status = 'SOFT_DELETED';
  server.vmState = 'soft-delete';
  site.agent.start();
  await eventually('swept', () => site.hub.findings.get('orphans-overcloud') !== undefined);
  await site.polls(8);
  expect(site.hub.condition(device, 'CustomerAllocated')).toBe('True CustomerProject');
  expect(site.hub.findings.get('orphans-overcloud')).toEqual([]);
});

test('a server that Nova says is deleted while its node is dirty frees nothing', async () => {
  const site = await startSite({ start: false });
  const { server, device, node } = customerOf(site);
  server.status = 'DELETED';
  server.deletedAt = site.world.time();
  node.instance_uuid = null;
  site.world.conductor.place(node, 'clean wait', 'available');
  site.agent.start();
  await site.polls(1);
  expect(site.hub.condition(device, 'InstanceAllocated')).toBe('False BeingPrepared');
  site.world.conductor.place(node, 'clean failed', 'available');
  await eventually('failed', () => site.hub.condition(device, 'ProvisioningHealthy') === 'False CleanFailed');
  // Nova wipes only its own notes of a node in a state that it does not know.
  site.world.conductor.place(node, 'service hold');
  await eventually('occupied', () => site.hub.condition(device, 'InstanceAllocated') === 'True OccupiedByState');
  expect(site.hub.condition(device, 'ProvisioningHealthy')).toBe('False OnHold');
});

test('a conductor that dies takes nothing with it: reads go on, locks alone say nothing', async () => {
  const site = await startSite({ start: false });
  const { device, node, index } = customerOf(site);
  site.world.conductor.provision(node, 'deleted');
  site.world.conductor.die();
  site.agent.start();
  await site.polls(2);
  expect(site.hub.condition(device, 'ProvisioningHealthy')).toBe('True InProgress');
  const other = trays.findIndex((_, i) => i !== index && site.node(i).provision_state === 'available');
  expect(site.hub.condition(site.device(other), 'ProvisioningHealthy')).toBe('True Stable');
  site.world.conductor.restart();
  await eventually('failed', () => site.hub.condition(device, 'ProvisioningHealthy') === 'False TearDownFailed');
});

test("an administrator's maintenance that Ironic takes over and clears is told as each of the three", async () => {
  const site = await startSite({ start: false });
  const { device, node } = customerOf(site);
  Object.assign(node, { maintenance: true, maintenance_reason: 'quarantine' });
  site.agent.start();
  await site.polls(1);
  expect(site.hub.condition(device, 'MaintenanceClear')).toBe('False MaintenanceByPerson');
  site.world.incidents.failPower(node, 30);
  await eventually('by Ironic', () => site.hub.condition(device, 'MaintenanceClear') === 'False MaintenanceByIronic');
  Object.assign(node, { maintenance: false, maintenance_reason: null, fault: null, power_state: 'power on' });
  await eventually('clear', () => site.hub.condition(device, 'MaintenanceClear') === 'True Clear');
});

test('a proxy that answers for Ironic with a page of its own, or a service that forgets the version, is no list', async () => {
  const site = await startSite();
  await site.polls(1);
  const before = site.hub.condition(site.device(0), 'Enrolled');
  for (const effect of [
    { kind: 'status', status: 200, body: '<html>Sign in</html>', contentType: 'text/html' },
    { kind: 'status', status: 200, body: { nodes: [] } },
  ] as const) {
    site.double.faults.clear();
    site.double.faults.add({ service: 'ironic', path: '/v1/nodes', effect });
    await eventually('degraded', () => degraded(site, 'ironic-overcloud') !== undefined);
    expect(site.hub.condition(site.device(0), 'Enrolled')).toBe(before);
    site.double.faults.clear();
    await eventually('well', () => degraded(site, 'ironic-overcloud') === undefined);
  }
});
