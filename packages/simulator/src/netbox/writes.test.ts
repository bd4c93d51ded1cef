import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type NetBoxDouble, startNetBoxDouble } from './double.ts';
import { text } from './store.ts';
import { clientOf, plan } from './test-client.ts';

const tray = plan.devices.find((device) => device.role === 'compute-tray')?.name ?? '';
let double: NetBoxDouble;
let client: ReturnType<typeof clientOf>;
beforeEach(async () => {
  double = await startNetBoxDouble({ plan });
  client = clientOf(double);
});
afterEach(() => double.close());

const updated = (type: string, id: unknown) => text(double.tables.get(type, id)?.last_updated);

describe('devices', () => {
  it.each([
    [{ status: 'staging' }, { status: ['staging is not a valid choice.'] }],
    [{ site: 999 }, { site: ['Related object not found using the provided numeric ID: 999'] }],
    [
      { site: { slug: 'nope' } },
      { site: ["Related object not found using the provided attributes: {'slug': 'nope'}"] },
    ],
    [{ site: null }, { site: ['This field may not be null.'] }],
    [{ name: 'glo1-p-phy-gpu0002' }, { __all__: ['Device name must be unique per site and tenant.'] }],
    [{ site: 1 }, { rack: ['Rack S01 does not belong to site Keflavik.'] }],
    [{ cluster: 1 }, { cluster: ['The assigned cluster belongs to a different site (Keflavik)'] }],
    [{ face: null }, { face: ['Must specify rack face when defining rack position.'] }],
    [
      { position: 2 },
      {
        position: [
          'U2.0 is already occupied or does not have sufficient space to accommodate this device type: HG635N V2 (1.0U)',
        ],
      },
    ],
    [
      { custom_fields: { nope: 1 } },
      { custom_fields: { nope: "Custom field 'nope' does not exist for this object type." } },
    ],
  ])('refuses %j', async (change, body) => {
    const { id } = double.operator.device('glo1-p-phy-gpu0001');
    expect(await client.call('PATCH', `/api/dcim/devices/${id}/`, change)).toEqual({ status: 400, body });
  });

  it('takes a new one with defaults from its type, and demands what it must have', async () => {
    expect(await client.call('POST', '/api/dcim/devices/', {})).toEqual({
      status: 400,
      body: {
        device_type: ['This field is required.'],
        role: ['This field is required.'],
        site: ['This field is required.'],
      },
    });
    const made = await client.call('POST', '/api/dcim/devices/', {
      name: 'new',
      device_type: { slug: 'sn2201' },
      role: { slug: 'oob-switch' },
      site: { slug: 'stavanger' },
      tags: [{ slug: 'spare' }],
      custom_fields: { platform_class: 'gb200' },
      colour: 'ignored',
    });
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: 'new',
        platform: { slug: 'cumulus-linux-5' },
        status: { value: 'active' },
        tags: [{ slug: 'spare' }],
        custom_fields: { platform_class: { value: 'gb200' }, rack_position: null },
      },
    });
  });

  it('takes its interfaces, addresses and modules along when deleted, and leaves its cables with an empty side', async () => {
    const device = double.operator.device(tray);
    const port = double.operator.interface(tray, 'ib0');
    const cable = double.tables.get('dcim.cable', port.cable);
    const before = cable?.last_updated;
    expect((await client.call('DELETE', `/api/dcim/devices/${device.id}/`)).status).toBe(204);
    for (const type of ['dcim.interface', 'dcim.module', 'dcim.modulebay']) {
      expect(double.tables.table(type).where('device', device.id)).toEqual([]);
    }
    expect(double.tables.table('dcim.macaddress').where('assigned_object_id', port.id)).toEqual([]);
    expect(await client.one(`/api/dcim/cables/${cable?.id}/`)).toMatchObject({
      a_terminations: [],
      b_terminations: [{ object_type: 'dcim.interface' }],
      status: { value: 'connected' },
    });
    expect(cable?.last_updated).toBe(before);
    const feed = await client.list('/api/core/object-changes/?action=delete&changed_object_type=dcim.device');
    expect(feed.results).toMatchObject([
      {
        changed_object_id: device.id,
        changed_object: null,
        object_repr: `${text(device.name)} (${text(device.asset_tag)})`,
      },
    ]);
  });

  it('cannot be orphaned: deleting its rack, role or site is a conflict', async () => {
    const { status, body } = await client.call('DELETE', '/api/dcim/sites/2/');
    expect(status).toBe(409);
    expect(JSON.stringify(body)).toContain('4 dependent objects were found: S01');
    expect(double.tables.get('dcim.site', 2)).toBeDefined();
  });

  it('is changed only under its current entity tag', async () => {
    const stale = await client.call('PATCH', '/api/dcim/devices/1/', { serial: 'a' }, { 'if-match': 'W/"2020"' });
    expect(stale).toEqual({ status: 412, body: { detail: 'Precondition failed.' } });
    const tag = (await client.send('GET', '/api/dcim/devices/1/')).headers.get('etag') ?? '';
    expect((await client.call('PATCH', '/api/dcim/devices/1/', { serial: 'a' }, { 'if-match': tag })).status).toBe(200);
  });
});

describe('what moves last_updated', () => {
  it('an edit of a MAC address moves neither the interface nor the device', () => {
    const device = double.operator.device(tray);
    const port = double.operator.interface(tray, 'bmc');
    const before = [updated('dcim.device', device.id), updated('dcim.interface', port.id)];
    const mac = double.operator.editMac(tray, 'bmc', '02-00-00-00-aa-05');
    expect(mac.mac_address).toBe('02:00:00:00:AA:05');
    expect(updated('dcim.macaddress', mac.id) > (before[0] ?? '')).toBe(true);
    expect([updated('dcim.device', device.id), updated('dcim.interface', port.id)]).toEqual(before);
  });

  it('an edit of a config context moves no device, though its context changes at once', async () => {
    const device = double.operator.device(tray);
    const before = updated('dcim.device', device.id);
    double.operator.editConfigContext('site base', { ntp: ['192.0.2.1'] });
    expect(updated('dcim.device', device.id)).toBe(before);
    const shown = await client.one(`/api/dcim/devices/${device.id}/?fields=config_context`);
    expect(shown.config_context).toMatchObject({ ntp: ['192.0.2.1'] });
  });

  it('a cable made or deleted moves both ports, and a rename only the device', async () => {
    const near = double.operator.interface(tray, 'ib0');
    const old = near.cable;
    const since = updated('dcim.interface', near.id);
    const cable = double.operator.recable(
      { device: tray, port: 'ib0' },
      { device: 'sys1-ice2-p-swi-bel001', port: 'swp60s0' },
    );
    expect(cable.id).not.toBe(old);
    expect(double.tables.get('dcim.cable', old)).toBeUndefined();
    const moved = await client.ids(`/api/dcim/interfaces/?last_updated__gt=${since}&fields=id&limit=0`);
    expect(moved).toHaveLength(3);
    expect(moved).toContain(near.id);
    double.operator.renameDevice(tray, 'renamed');
    expect(updated('dcim.interface', near.id) < updated('dcim.device', double.operator.device('renamed').id)).toBe(
      true,
    );
  });

  it('shows a change to a poll from the moment before it', async () => {
    const since = updated('dcim.device', 1);
    double.operator.moveDeviceToCluster(tray, 'glo1');
    const poll = await client.list(`/api/dcim/devices/?last_updated__gt=${since}&fields=id,cluster,rack`);
    expect(poll.results).toMatchObject([{ cluster: { name: 'glo1' }, rack: null }]);
  });
});

describe('cables and MAC addresses', () => {
  it('refuses a second cable on a port, and makes all or none of a list', async () => {
    const used = double.operator.interface(tray, 'ib0');
    const spare = ['swp60s0', 'swp60s1'].map((port) => double.operator.interface('sys1-ice2-p-swi-bel001', port).id);
    const end = (id: unknown) => [{ object_type: 'dcim.interface', object_id: id }];
    const before = double.tables.table('dcim.cable').size;
    const answer = await client.call('POST', '/api/dcim/cables/', [
      { a_terminations: end(spare[0]), b_terminations: end(spare[1]) },
      { a_terminations: end(used.id), b_terminations: [] },
    ]);
    expect(answer).toEqual({
      status: 400,
      body: {
        detail: '1 of 2 objects could not be created.',
        errors: [
          {
            index: 1,
            errors: {
              __all__: [`Duplicate termination found for dcim.interface ${used.id}: cable ${String(used.cable)}`],
            },
          },
        ],
      },
    });
    expect(double.tables.table('dcim.cable').size).toBe(before);
    expect(double.tables.get('dcim.interface', spare[0])?.cable).toBeNull();
  });

  it('keeps a primary MAC address where it is, and the old one beside a new one', async () => {
    const port = double.operator.interface(tray, 'bmc');
    const mac = port.primary_mac_address;
    expect(await client.call('PATCH', `/api/dcim/mac-addresses/${String(mac)}/`, { assigned_object_id: 1 })).toEqual({
      status: 400,
      body: { __all__: ['Cannot reassign MAC Address while it is designated as the primary MAC for an object'] },
    });
    await client.call('PATCH', `/api/dcim/interfaces/${port.id}/`, { mac_address: '02:00:00:00:aa:07' });
    const macs = await client.list(`/api/dcim/mac-addresses/?interface_id=${port.id}&fields=mac_address,is_primary`);
    expect(macs.results.map((row) => row.is_primary).sort()).toEqual([false, true]);
  });

  it('writes the change log of one request under one request id', async () => {
    const port = double.operator.interface(tray, 'ib0');
    await client.call('DELETE', `/api/dcim/cables/${String(port.cable)}/`);
    const { results } = await client.list('/api/core/object-changes/?limit=50');
    expect(new Set(results.map((row) => row.request_id)).size).toBe(1);
    expect(results.map((row) => `${Object(row.action).value} ${String(row.changed_object_type)}`).sort()).toEqual([
      'delete dcim.cable',
      'delete dcim.cabletermination',
      'delete dcim.cabletermination',
      'update dcim.interface',
      'update dcim.interface',
    ]);
  });
});
