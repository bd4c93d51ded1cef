import { expect, test } from 'vitest';
import { deviceRow } from '../../test/netbox-table.ts';
import { clusters } from './resources/clusters.ts';
import { deviceRoles } from './resources/device-roles.ts';
import { devices } from './resources/devices.ts';
import { interfaces } from './resources/interfaces.ts';
import { ipAddresses } from './resources/ip-addresses.ts';
import { macAddresses } from './resources/mac-addresses.ts';
import { modules } from './resources/modules.ts';
import { racks } from './resources/racks.ts';

test('a device reads alike with everything and with next to nothing in its row', () => {
  const full = devices.schema.parse(
    deviceRow(7, {
      platform: { id: 3, name: 'Ubuntu 24.04', device_count: 4 },
      serial: 'SN1',
      asset_tag: 'AT1',
      location: { id: 5, _depth: 1 },
      rack: { id: 6 },
      position: 35.5,
      face: { value: 'front', label: 'Front' },
      parent_device: { id: 2 },
      primary_ip4: { id: 9, family: { value: 4, label: 'IPv4' }, address: '10.0.0.7/22', nat_inside: null },
      tags: [{ id: 1, name: 'GB300', slug: 'gb300', color: '2196f3' }, 'odd'],
      unheard_of: [{}],
    }),
  );
  expect(full).toMatchObject({
    id: 7,
    status: 'staged',
    platform: 'Ubuntu 24.04',
    position: 35.5,
    face: 'front',
    parentDeviceId: 2,
    primaryIp4: { id: 9, address: '10.0.0.7/22' },
    tags: [{ id: 1, slug: 'gb300', name: 'GB300' }],
    clusterId: 1,
  });
  const { name: _, cluster: __, ...bare } = deviceRow(8, { serial: '', position: null, face: null });
  expect(devices.schema.parse(bare)).toMatchObject({
    id: 8,
    name: null,
    serial: null,
    position: null,
    clusterId: null,
    oobIp: null,
    tags: [],
    customFields: {},
  });
});

test('selections of NetBox 4.7 read as the values that older releases give', () => {
  const read = devices.schema.parse(
    deviceRow(1, {
      custom_fields: {
        platform_class: { value: 'gb300', label: 'GB300' },
        several: [
          { value: 'a', label: 'A' },
          { value: 'b', label: 'B' },
        ],
        old: 'gb200',
        json: { value: 1, label: 'x', more: true },
        none: null,
      },
    }),
  );
  expect(read.customFields).toEqual({
    platform_class: 'gb300',
    several: ['a', 'b'],
    old: 'gb200',
    json: { value: 1, label: 'x', more: true },
    none: null,
  });
});

test('two roles of one name are told apart by id and parent', () => {
  const row = (id: number, parent: number) => ({ id, name: 'leaf', slug: 'leaf', parent: { id: parent } });
  expect([deviceRoles.schema.parse(row(2, 1)), deviceRoles.schema.parse(row(4, 3))]).toMatchObject([
    { id: 2, slug: 'leaf', parentId: 1 },
    { id: 4, slug: 'leaf', parentId: 3 },
  ]);
});

test('before roles were a tree a role simply has no parent', () => {
  expect(deviceRoles.schema.parse({ id: 1, name: 'leaf', slug: 'leaf' }).parentId).toBeNull();
});

test('numbers written as text are numbers', () => {
  expect(racks.schema.parse({ id: 1, name: 'R1', site: { id: 1 }, u_height: '48.0' }).uHeight).toBe(48);
});

test('a related object may be a bare id', () => {
  expect(interfaces.schema.parse({ id: 1, name: 'p0', device: 9, type: '1000base-t' })).toMatchObject({
    deviceId: 9,
    type: '1000base-t',
  });
});

test('MAC addresses read in upper case, assigned or not', () => {
  expect(macAddresses.schema.parse({ id: 1, mac_address: '02:ab:cd:00:00:01' })).toMatchObject({
    mac: '02:AB:CD:00:00:01',
    assignedType: null,
    assignedId: null,
  });
});

test('a module without a known type is still a module', () => {
  expect(
    modules.schema.parse({ id: 1, device: { id: 2 }, module_bay: { id: 1, name: 'GPU1' }, module_type: null }),
  ).toMatchObject({ bay: 'GPU1', model: null });
});

test('an address and a cluster keep what they belong to', () => {
  expect(
    ipAddresses.schema.parse({
      id: 1,
      address: '10.0.0.1/24',
      vrf: null,
      assigned_object_type: 'dcim.interface',
      assigned_object_id: 5,
    }),
  ).toMatchObject({ assignedId: 5, vrf: null });
  expect(clusters.schema.parse({ id: 1, name: 'c', scope_type: 'dcim.site', scope_id: 2 })).toMatchObject({
    scopeType: 'dcim.site',
    scopeId: 2,
  });
});

test.each([
  ['no site', { site: null }],
  ['no status', { status: null }],
  ['no role', { role: 'leaf' }],
])('a device with %s cannot be read, and the field is named', (_, over) => {
  const read = devices.schema.safeParse(deviceRow(1, over));
  expect(read.success).toBe(false);
  expect(read.error?.issues[0]?.path).toEqual(Object.keys(over));
});
