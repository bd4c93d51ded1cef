import { afterAll, beforeAll, expect, it } from 'vitest';
import { type NetBoxDouble, startNetBoxDouble } from './double.ts';
import { clientOf, plan } from './test-client.ts';

let double: NetBoxDouble;
beforeAll(async () => {
  double = await startNetBoxDouble({ plan });
});
afterAll(() => double.close());

const forbidden = { status: 403, body: { detail: 'You do not have permission to perform this action.' } };

it('shows the limited user one site: other rows are left out of lists and 404 by id', async () => {
  const limited = clientOf(double, 'limited');
  const all = double.tables.table('dcim.device').size;
  expect((await limited.list('/api/dcim/devices/?limit=1')).count).toBe(all - 3);
  const foreign = double.operator.device('glo1-p-phy-gpu0001');
  expect(await limited.call('GET', `/api/dcim/devices/${foreign.id}/`)).toEqual({
    status: 404,
    body: { detail: 'No Device matches the given query.' },
  });
});

it.each(['dcim/mac-addresses', 'dcim/cable-terminations', 'core/object-changes', 'dcim/console-ports'])(
  'refuses the limited user %s altogether, while the MAC address on an interface still shows',
  async (path) => {
    const limited = clientOf(double, 'limited');
    expect(await limited.call('GET', `/api/${path}/`)).toEqual(forbidden);
    const port = (await limited.list('/api/dcim/interfaces/?name=bmc&limit=1')).results[0];
    expect(port?.primary_mac_address).toMatchObject({ mac_address: expect.stringMatching(/^02:/) });
  },
);

it('holds each user to the actions granted', async () => {
  expect(await clientOf(double, 'mirror').call('PATCH', '/api/dcim/devices/1/', { serial: 'x' })).toEqual(forbidden);
  const manager = clientOf(double, 'fleetmanager');
  expect((await manager.call('PATCH', '/api/dcim/devices/1/', { serial: 'x' })).status).toBe(200);
  expect(await manager.call('PATCH', '/api/dcim/sites/1/', { name: 'x' })).toEqual(forbidden);
  expect(await manager.call('PATCH', '/api/dcim/cables/1/', { label: 'x' })).toEqual(forbidden);
});

it('tells in one call what a token may do', async () => {
  const check = await clientOf(double, 'limited').one('/api/authentication-check/');
  expect(check.username).toBe('limited');
  const granted = JSON.stringify(check.permissions);
  expect(granted).toContain('dcim.device');
  expect(granted).not.toContain('dcim.macaddress');
});

it('is silent about missing rights in GraphQL', async () => {
  const limited = clientOf(double, 'limited');
  const query =
    '{mac_address_list{id} interface_list(pagination:{limit:1}, filters:{name:{exact:"bmc"}}){primary_mac_address{id} cable{terminations{id}}}}';
  expect(await limited.graphql(query)).toEqual({
    data: { mac_address_list: [], interface_list: [{ primary_mac_address: null, cable: { terminations: [] } }] },
  });
});
