import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NetBoxDouble, startNetBoxDouble } from './double.ts';
import { clientOf, plan } from './test-client.ts';

let double: NetBoxDouble;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  double = await startNetBoxDouble({ plan });
  client = clientOf(double);
});
afterAll(() => double.close());

describe('pages', () => {
  it('walks every row once by cursor, without a count, and ends with one empty page when the last is full', async () => {
    const sites = await client.list('/api/dcim/sites/?start=0&limit=2&fields=id');
    expect(sites).toEqual({
      count: null,
      next: `${double.url}/api/dcim/sites/?fields=id&limit=2&start=3`,
      previous: null,
      results: [{ id: 1 }, { id: 2 }],
    });
    expect(await client.list('/api/dcim/sites/?start=3&limit=2')).toMatchObject({ next: null, results: [] });
    const seen: unknown[] = [];
    for (let start = 0, more = true; more; ) {
      const page = await client.list(`/api/dcim/interfaces/?start=${start}&limit=500&fields=id`);
      seen.push(...page.results.map((row) => row.id));
      more = page.next !== null;
      start = Number(seen[seen.length - 1]) + 1;
    }
    expect(seen).toEqual([...double.tables.table('dcim.interface').ids()]);
  });

  it('pages by offset in name order with links both ways', async () => {
    const second = await client.list('/api/dcim/devices/?limit=10&offset=10&fields=name');
    expect(second.count).toBe(double.tables.table('dcim.device').size);
    expect(second.next).toBe(`${double.url}/api/dcim/devices/?fields=name&limit=10&offset=20`);
    expect(second.previous).toBe(`${double.url}/api/dcim/devices/?fields=name&limit=10`);
    const names = (await client.list('/api/dcim/devices/?limit=0&fields=name')).results.map((row) => row.name);
    expect(names.slice(0, 3)).toEqual(['glo1-p-phy-gpu0001', 'glo1-p-phy-gpu0002', 'glo1-p-phy-gpu0003']);
    expect(names.slice(-4)).toEqual([null, null, null, null]);
  });

  it.each([
    ['start=1&offset=1', ["'start' and 'offset' are mutually exclusive."]],
    ['start=1&ordering=id', ['Ordering cannot be specified in conjunction with cursor-based pagination.']],
    ['start=x', ["Invalid 'start' parameter: must be a non-negative integer."]],
  ])('refuses %s', async (query, body) => {
    expect(await client.call('GET', `/api/dcim/devices/?${query}`)).toEqual({ status: 400, body });
  });

  it('clamps a limit above the ceiling without a word', async () => {
    const page = await client.list('/api/dcim/interfaces/?limit=5000&fields=id');
    expect(page.results).toHaveLength(1000);
    expect(page.next).toContain('limit=1000');
  });
});

describe('filters', () => {
  it.each(['nonsense=1', 'cluster=nope', 'cf_nope=1', 'name__bogus=x'])(
    'ignores the unknown name in %s',
    async (query) => {
      const { count } = await client.list(`/api/dcim/devices/?limit=1&${query}`);
      expect(count).toBe(double.tables.table('dcim.device').size);
    },
  );

  it('has no cluster filter on components and no site filter on MAC addresses', async () => {
    for (const [path, type] of [
      ['dcim/interfaces/?cluster_id=1', 'dcim.interface'],
      ['dcim/cables/?cluster_id=1', 'dcim.cable'],
      ['dcim/mac-addresses/?site_id=2', 'dcim.macaddress'],
      ['ipam/ip-addresses/?site_id=2', 'ipam.ipaddress'],
    ] as const) {
      expect((await client.list(`/api/${path}&limit=1`)).count).toBe(double.tables.table(type).size);
    }
  });

  it.each([
    ['site_id=999', { site_id: ['Select a valid choice. 999 is not one of the available choices.'] }],
    ['role=nope', { role: ['Select a valid choice. nope is not one of the available choices.'] }],
    ['tag=nope', { tag: ['Select a valid choice. nope is not one of the available choices.'] }],
    ['status=staging', { status: ['Select a valid choice. staging is not one of the available choices.'] }],
    ['cluster_id=abc', { cluster_id: ['“abc” is not a valid value.'] }],
    ['last_updated__gte=foo', { last_updated__gte: ['Enter a valid date/time.'] }],
    ['id__gte=foo', { id__gte: ['Enter a whole number.'] }],
    ['mac_address=zz', { mac_address: ['Invalid MAC address format: zz'] }],
  ])('refuses the value in %s', async (query, body) => {
    expect(await client.call('GET', `/api/dcim/devices/?${query}`)).toEqual({ status: 400, body });
  });

  it('selects by cluster, role tree, tags, site, custom field and MAC address', async () => {
    const cluster = double.tables.table('virtualization.cluster').where('name', plan.deployment)[0];
    const count = async (query: string) => (await client.list(`/api/dcim/devices/?limit=1&${query}`)).count;
    const planned = plan.devices.filter((device) => device.cluster === plan.deployment).length;
    expect(await count(`cluster_id=${cluster?.id}`)).toBe(planned + 4 + 2);
    expect(await count('role=gpu-node')).toBe(36 + 2 + 3);
    expect(await count('tag=gb300&tag=spare')).toBe(2);
    expect(await count('site_id=2')).toBe(3);
    expect(await count('cf_platform_class=gb300')).toBe(38);
    expect(await count('status=failed')).toBe(1);
    expect(await count('rack_id=null')).toBe(2);
    expect(await count('id=1&id=2&id=99999')).toBe(2);
    const mac = plan.devices.find((device) => device.role === 'compute-tray')?.ports[0]?.mac;
    expect(await count(`mac_address=${mac}`)).toBe(1);
  });

  it('asks for text by its suffixes, and gives a broken expression back as a server error', async () => {
    expect(await client.ids('/api/dcim/devices/?name__isw=GLO1&limit=0&fields=id')).toHaveLength(3);
    expect(await client.ids('/api/dcim/devices/?name__empty=true&limit=0&fields=id')).toHaveLength(4);
    expect((await client.call('GET', '/api/dcim/devices/?name__regex=%5Bab')).status).toBe(500);
  });

  it('finds cables by device and by port, and nothing for a device that is gone', async () => {
    const device = double.operator.device(plan.devices.find(({ role }) => role === 'compute-tray')?.name ?? '');
    expect(await client.ids(`/api/dcim/cables/?device_id=${device.id}&fields=id`)).toHaveLength(7);
    expect(await client.ids('/api/dcim/cables/?device_id=99999&fields=id')).toEqual([]);
  });

  it('finds the prefixes around an address', async () => {
    const { results } = await client.list('/api/ipam/prefixes/?contains=10.65.1.7&fields=prefix,_depth');
    expect(results).toEqual([
      { prefix: '10.64.0.0/12', _depth: 0 },
      { prefix: '10.65.1.0/24', _depth: 1 },
    ]);
  });
});

describe('keys', () => {
  it('answers the brief keys, the fields asked for, or all but the omitted', async () => {
    const first = (query: string) =>
      client.list(`/api/dcim/devices/?limit=1&${query}`).then(({ results }) => results[0]);
    expect(Object.keys((await first('brief=1')) ?? {})).toEqual(['id', 'url', 'display', 'name', 'description']);
    expect(Object.keys((await first('brief=1&fields=name,id,nope')) ?? {})).toEqual(['id', 'name']);
    expect(await first('omit=config_context')).not.toHaveProperty('config_context');
    expect(await first('exclude=config_context')).toHaveProperty('config_context');
  });

  it('merges config contexts by weight and shows a selection with its label', async () => {
    const failed = (await client.list('/api/dcim/devices/?status=failed')).results[0];
    expect(failed?.config_context).toMatchObject({
      ntp: ['192.0.2.123'],
      firmware_config: { bmc: '25.09-rc2', bios: '3.1.4' },
      openstack: { project: 'fleet' },
    });
    expect(failed?.custom_fields).toMatchObject({ platform_class: { value: 'gb300', label: 'GB300' } });
  });
});

describe('paths', () => {
  it('redirects a GET without its slash and has a page for people elsewhere', async () => {
    const moved = await client.send('GET', '/api/dcim/devices?limit=1');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/api/dcim/devices/?limit=1']);
    const lost = await client.send('POST', '/api/dcim/devices', {});
    expect([lost.status, lost.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });

  it('says which release it is in header and status', async () => {
    const response = await client.send('GET', '/api/status/');
    expect(response.headers.get('api-version')).toBe('4.7');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.json()).toMatchObject({ 'netbox-version': '4.7.3' });
    expect(Object.keys(await client.one('/api/dcim/'))).toContain('mac-addresses');
  });
});
