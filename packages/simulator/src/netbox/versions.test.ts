import { afterEach, describe, expect, it } from 'vitest';
import { type NetBoxDouble, startNetBoxDouble } from './double.ts';
import { clientOf, plan } from './test-client.ts';
import { type NetBoxVersion, netBoxVersions } from './version.ts';

const running: NetBoxDouble[] = [];
async function start(version: NetBoxVersion) {
  const double = await startNetBoxDouble({ plan, version });
  running.push(double);
  return { double, client: clientOf(double) };
}
afterEach(async () => {
  for (const double of running.splice(0)) await double.close();
});

it.each(netBoxVersions)('%s answers the keys of its line', async (version) => {
  const { client } = await start(version);
  const device = (await client.list('/api/dcim/devices/?role=compute-tray&status=active&limit=1')).results[0] ?? {};
  const since = (first: NetBoxVersion) => netBoxVersions.indexOf(version) >= netBoxVersions.indexOf(first);
  expect('owner' in device).toBe(since('4.5'));
  expect('cooling_method' in device).toBe(since('4.7'));
  expect(device.primary_ip4).toHaveProperty('address');
  expect(Object.keys(Object(device.primary_ip4)).includes('dns_name')).toBe(since('4.6'));
  expect(Object(device.custom_fields).platform_class).toEqual(
    since('4.7') ? { value: 'gb300', label: 'GB300' } : 'gb300',
  );
  const mac = (await client.list('/api/dcim/mac-addresses/?limit=1')).results[0] ?? {};
  expect('is_primary' in mac).toBe(since('4.7'));
  const cable = (await client.list('/api/dcim/cables/?limit=1')).results[0] ?? {};
  expect('profile' in cable).toBe(since('4.5'));
  const role = (await client.list('/api/dcim/device-roles/?slug=compute-tray')).results[0] ?? {};
  expect('parent' in role).toBe(since('4.4'));
  const excluded = (await client.list('/api/dcim/devices/?exclude=config_context&limit=1')).results[0] ?? {};
  expect('config_context' in excluded).toBe(since('4.7'));
  const cursor = await client.list('/api/dcim/devices/?start=5&limit=2&fields=id');
  expect(cursor.count === null).toBe(since('4.6'));
  const walk = await client.ids('/api/dcim/devices/?ordering=id&id__gte=5&limit=2&fields=id');
  expect(walk).toEqual([5, 6]);
  const check = await client.send('GET', '/api/authentication-check/');
  expect(check.status).toBe(since('4.5') ? 200 : 404);
  const tag = (await client.send('GET', '/api/dcim/devices/1/')).headers.get('etag');
  expect(tag === null).toBe(!since('4.6'));
});

describe('tokens', () => {
  const refusal = async (double: NetBoxDouble, authorization?: string) => {
    const response = await fetch(`${double.url}/api/dcim/sites/`, authorization ? { headers: { authorization } } : {});
    return { status: response.status, ...Object(await response.json()) };
  };

  it('are of both forms from 4.5 on, under either keyword, and wrong ones are 403', async () => {
    const { double } = await start('4.7');
    const { v1, v2 } = double.tokens.mirror;
    for (const good of [`Token ${v1}`, `Bearer ${v1}`, `Bearer ${v2}`, `token ${v2}`]) {
      expect((await refusal(double, good)).status).toBe(200);
    }
    expect(await refusal(double)).toMatchObject({
      status: 403,
      detail: 'Authentication credentials were not provided.',
    });
    expect(await refusal(double, `Bearer ${v2}x`)).toMatchObject({ status: 403, detail: 'Invalid v2 token' });
    expect(await refusal(double, 'Token abc')).toMatchObject({ status: 403, detail: 'Invalid v1 token' });
    expect((await refusal(double, 'Bearer nbt_abc')).detail).toContain('Could not parse key from v2 token');
    expect((await refusal(double, 'Bearer a b')).detail).toContain('Must be in the form');
  });

  it('have one form before', async () => {
    const { double } = await start('4.4');
    const { v1, v2 } = double.tokens.mirror;
    expect((await refusal(double, `Token ${v1}`)).status).toBe(200);
    expect(await refusal(double, `Token ${v2}`)).toMatchObject({ status: 403, detail: 'Invalid token' });
    expect((await refusal(double, `Bearer ${v2}`)).detail).toBe('Authentication credentials were not provided.');
  });
});

it('lists bulk errors by object from 4.7 on, and for every object before', async () => {
  const bad = [
    { id: 1, serial: 'S1' },
    { id: 2, status: 'zz' },
  ];
  const now = await start('4.7');
  expect(await now.client.call('PATCH', '/api/dcim/devices/', bad)).toEqual({
    status: 400,
    body: {
      detail: '1 of 2 objects could not be updated.',
      errors: [{ id: 2, errors: { status: ['zz is not a valid choice.'] } }],
    },
  });
  expect(now.double.tables.table('dcim.device').get(1)?.serial).not.toBe('S1');
  const before = await start('4.4');
  expect(await before.client.call('PATCH', '/api/dcim/devices/', bad)).toEqual({
    status: 400,
    body: [{}, { status: ['zz is not a valid choice.'] }],
  });
  expect((await before.client.call('DELETE', '/api/dcim/devices/', [{ id: 999999 }])).status).toBe(204);
  expect((await now.client.call('DELETE', '/api/dcim/devices/', [{ id: 999999 }])).status).toBe(400);
});
