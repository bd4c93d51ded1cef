import * as choices from '../choices.ts';
import { renderConfigContext } from '../config-context.ts';
import { normaliseMac } from '../mac.ts';
import {
  bookkeeping,
  choice,
  commonFilters,
  computed,
  type Field,
  fixed,
  type Model,
  owner,
  ref,
  refFilters,
  since,
  stringFilters,
  textField,
  value,
} from '../model.ts';
import { type Row, text } from '../store.ts';
import { atLeast } from '../version.ts';
import type { View } from '../view.ts';
import { comments, count, description } from './organisation.ts';

const addressBrief = ['id', 'url', 'display', 'family', 'address', 'description'];
const addressFull = [
  'id',
  'url',
  'display',
  'family',
  'address',
  'nat_inside',
  'nat_outside',
  'dns_name',
  'description',
];
/** The keys of a nested primary address grew with 4.6. */
function address(name: string, column: (row: Row) => unknown): Field {
  return computed(name, (row, view) =>
    view.nestedById('ipam.ipaddress', column(row), atLeast(view.version, '4.6') ? addressFull : addressBrief),
  );
}

/** Name with the asset tag behind it, and something to read for a device without a name. */
export function deviceDisplay(row: Row, view: View): string {
  const type = view.store.get('dcim.devicetype', row.device_type);
  const maker = view.store.get('dcim.manufacturer', type?.manufacturer);
  const name = text(row.name) === '' ? `${text(maker?.name)} ${text(type?.model)} (${row.id})` : text(row.name);
  if (text(row.name) === '' || text(row.asset_tag) === '') return name;
  return `${name} (${text(row.asset_tag)})`;
}

/** Whether any interface of the device has the address. */
function hasMac(device: Row, mac: string, view: View): boolean {
  return view.store
    .table('dcim.macaddress')
    .where('mac_address', normaliseMac(mac))
    .some((row) => view.store.get('dcim.interface', row.assigned_object_id)?.device === device.id);
}

export function checkMac(mac: string): string | null {
  return normaliseMac(mac) === null ? `Invalid MAC address format: ${mac}` : null;
}

const device: Model = {
  type: 'dcim.device',
  path: 'dcim/devices',
  name: 'Device',
  verbose: 'device',
  fields: [
    value('name', 'string', null, { maxLength: 64 }),
    ref('device_type', 'dcim.devicetype', { required: true, onDelete: 'protect' }),
    ref('role', 'dcim.devicerole', { required: true, onDelete: 'protect' }),
    ref('tenant', 'tenancy.tenant', { onDelete: 'protect' }),
    ref('platform', 'dcim.platform'),
    textField('serial', { maxLength: 50 }),
    value('asset_tag', 'string', null, { maxLength: 50 }),
    ref('site', 'dcim.site', { required: true, onDelete: 'protect' }),
    ref('location', 'dcim.location', { onDelete: 'protect' }),
    ref('rack', 'dcim.rack', { onDelete: 'protect', nested: ['id', 'url', 'display', 'name', 'description'] }),
    value('position', 'decimal', null),
    choice('face', choices.deviceFace),
    value('latitude', 'decimal', null),
    value('longitude', 'decimal', null),
    fixed('parent_device', null),
    choice('status', choices.deviceStatus, { fallback: 'active' }),
    choice('airflow', choices.airflow),
    fixed('cooling_method', null, since('4.7')),
    address('primary_ip', (row) => row.primary_ip4 ?? row.primary_ip6),
    ref('primary_ip4', 'ipam.ipaddress', { nested: addressFull, nestedSince: '4.6' }),
    ref('primary_ip6', 'ipam.ipaddress', { nested: addressFull, nestedSince: '4.6' }),
    ref('oob_ip', 'ipam.ipaddress', { nested: addressFull, nestedSince: '4.6' }),
    ref('cluster', 'virtualization.cluster', { nested: ['id', 'url', 'display', 'name', 'description'] }),
    fixed('virtual_chassis', null),
    fixed('vc_position', null),
    fixed('vc_priority', null),
    description,
    owner,
    comments,
    fixed('config_template', null),
    computed('config_context', renderConfigContext),
    value('local_context_data', 'json', null),
    ...bookkeeping,
    count('console_port_count', 'dcim.consoleport', 'device'),
    count('console_server_port_count', 'dcim.consoleserverport', 'device'),
    fixed('power_port_count', 0),
    fixed('power_outlet_count', 0),
    fixed('cooling_intake_count', 0, since('4.7')),
    fixed('cooling_outflow_count', 0, since('4.7')),
    count('interface_count', 'dcim.interface', 'device'),
    fixed('front_port_count', 0),
    fixed('rear_port_count', 0),
    fixed('device_bay_count', 0),
    count('module_bay_count', 'dcim.modulebay', 'device'),
    fixed('inventory_item_count', 0),
  ],
  brief: ['id', 'url', 'display', 'name', 'description'],
  display: deviceDisplay,
  order: ['name'],
  filters: {
    ...commonFilters,
    ...stringFilters('name', 'serial', 'asset_tag', 'description'),
    ...refFilters('site', 'site', 'dcim.site'),
    ...refFilters('region', 'site__region', 'dcim.region', { tree: true }),
    ...refFilters('location', 'location', 'dcim.location', { tree: true }),
    ...refFilters('role', 'role', 'dcim.devicerole', { tree: true }),
    ...refFilters('device_type', 'device_type', 'dcim.devicetype'),
    ...refFilters('manufacturer', 'device_type__manufacturer', 'dcim.manufacturer'),
    ...refFilters('platform', 'platform', 'dcim.platform', { tree: true }),
    ...refFilters('tenant', 'tenant', 'tenancy.tenant'),
    ...refFilters('cluster_group', 'cluster__group', 'virtualization.clustergroup'),
    // There is a filter by a cluster's id and none by its name: `cluster=x` is one of the names that are ignored.
    cluster_id: { kind: 'ref', path: 'cluster', to: 'virtualization.cluster', by: 'id' },
    rack_id: { kind: 'ref', path: 'rack', to: 'dcim.rack', by: 'id' },
    oob_ip_id: { kind: 'ref', path: 'oob_ip', to: 'ipam.ipaddress', by: 'id' },
    primary_ip4_id: { kind: 'ref', path: 'primary_ip4', to: 'ipam.ipaddress', by: 'id' },
    position: { kind: 'number', column: 'position' },
    status: { kind: 'choice', column: 'status', choices: choices.deviceStatus },
    face: { kind: 'choice', column: 'face', choices: choices.deviceFace },
    airflow: { kind: 'choice', column: 'airflow', choices: choices.airflow },
    has_primary_ip: { kind: 'flag', test: (row) => row.primary_ip4 !== null || row.primary_ip6 !== null },
    has_oob_ip: { kind: 'flag', test: (row) => row.oob_ip !== null },
    interfaces: {
      kind: 'flag',
      test: (row, view) => view.store.table('dcim.interface').countWhere('device', row.id) > 0,
    },
    mac_address: { kind: 'match', test: hasMac, check: checkMac },
    q: { kind: 'match', test: (row, term) => matchesText(row, term, ['name', 'serial', 'asset_tag', 'description']) },
  },
  unique: [{ columns: ['asset_tag'], message: 'with this asset tag already exists.', key: 'asset_tag' }],
};

export function matchesText(row: Row, term: string, columns: readonly string[]): boolean {
  return columns.some((column) => text(row[column]).toLowerCase().includes(term.toLowerCase()));
}

const installedModule = ['id', 'url', 'display', 'serial', 'description'];
const bayBrief = ['id', 'url', 'display_url', 'display', 'name'];

function installed(bay: Row, view: View): Row | undefined {
  return view.store.table('dcim.module').where('module_bay', bay.id)[0];
}

const module_: Model = {
  type: 'dcim.module',
  path: 'dcim/modules',
  name: 'Module',
  verbose: 'module',
  fields: [
    ref('device', 'dcim.device', { required: true, onDelete: 'cascade' }),
    ref('module_bay', 'dcim.modulebay', { required: true, onDelete: 'cascade', nested: bayBrief }),
    ref('module_type', 'dcim.moduletype', { required: true, onDelete: 'protect' }),
    choice('status', choices.moduleStatus, { fallback: 'active' }),
    textField('serial', { maxLength: 50 }),
    value('asset_tag', 'string', null, { maxLength: 50 }),
    description,
    owner,
    comments,
    ...bookkeeping,
    fixed('is_bay_compatible', true, since('4.7')),
  ],
  brief: ['id', 'url', 'display', 'device', 'module_bay', 'module_type', 'description'],
  display: (row, view) => {
    const bay = view.store.get('dcim.modulebay', row.module_bay);
    const type = view.store.get('dcim.moduletype', row.module_type);
    return `${text(bay?.name)}: ${text(type?.model)} (${row.id})`;
  },
  order: ['module_bay'],
  filters: {
    ...commonFilters,
    ...stringFilters('serial', 'asset_tag', 'description'),
    ...refFilters('device', 'device', 'dcim.device', { by: 'name' }),
    ...refFilters('site', 'device__site', 'dcim.site'),
    ...refFilters('manufacturer', 'module_type__manufacturer', 'dcim.manufacturer'),
    ...refFilters('module_type', 'module_type', 'dcim.moduletype', { by: 'model' }),
    module_bay_id: { kind: 'ref', path: 'module_bay', to: 'dcim.modulebay', by: 'id' },
    status: { kind: 'choice', column: 'status', choices: choices.moduleStatus },
  },
};

const moduleBay: Model = {
  type: 'dcim.modulebay',
  path: 'dcim/module-bays',
  name: 'ModuleBay',
  verbose: 'module bay',
  fields: [
    ref('device', 'dcim.device', { required: true, onDelete: 'cascade' }),
    ref('module', 'dcim.module', { onDelete: 'cascade' }),
    textField('name', { required: true, maxLength: 64 }),
    textField('label', { maxLength: 64 }),
    textField('position', { maxLength: 30 }),
    value('enabled', 'boolean', true, since('4.7')),
    description,
    fixed('module_bay_types', [], since('4.7')),
    computed('installed_module', (row, view) =>
      view.nestedById('dcim.module', installed(row, view)?.id, installedModule),
    ),
    owner,
    ...bookkeeping,
    computed('_occupied', (row, view) => installed(row, view) !== undefined, since('4.5')),
    fixed('is_module_compatible', true, since('4.7')),
  ],
  brief: ['id', 'url', 'display', 'name', 'enabled', 'description', 'installed_module', '_occupied'],
  display: (row) => text(row.name),
  order: ['device__name', 'device', 'name'],
  filters: {
    ...commonFilters,
    ...stringFilters('name', 'label', 'position'),
    ...refFilters('device', 'device', 'dcim.device', { by: 'name' }),
    ...refFilters('site', 'device__site', 'dcim.site'),
    ...refFilters('rack', 'device__rack', 'dcim.rack', { by: 'name' }),
    ...refFilters('location', 'device__location', 'dcim.location', { tree: true }),
  },
};

export const deviceModels = [device, module_, moduleBay] as const;
