import * as choices from '../choices.ts';
import { contains, parseNetwork } from '../ip.ts';
import { normaliseMac } from '../mac.ts';
import {
  bookkeeping,
  choice,
  commonFilters,
  computed,
  type Field,
  type Filter,
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
import { refuse } from '../validation.ts';
import type { View } from '../view.ts';
import { checkMac } from './devices.ts';
import { comments, count, description, nameField } from './organisation.ts';

const assigned: readonly Field[] = [
  value('assigned_object_type', 'string', null),
  value('assigned_object_id', 'integer', null),
  computed('assigned_object', (row, view) => view.nestedById(text(row.assigned_object_type), row.assigned_object_id)),
];

/** The interface that a MAC or IP address is on. */
export function interfaceOf(row: Row, view: View): Row | undefined {
  return row.assigned_object_type === 'dcim.interface'
    ? view.store.get('dcim.interface', row.assigned_object_id)
    : undefined;
}

/** By device: an id or name of no device matches nothing, without an error. */
const byDevice: Readonly<Record<string, Filter>> = {
  device_id: {
    kind: 'match',
    test: (row, id, view) => interfaceOf(row, view)?.device === Number(id),
    check: (id) => (/^-?\d+$/.test(id) ? null : 'Enter a whole number.'),
  },
  device: {
    kind: 'match',
    test: (row, name, view) => view.store.get('dcim.device', interfaceOf(row, view)?.device)?.name === name,
  },
  interface_id: { kind: 'ref', path: 'assigned_object_id', to: 'dcim.interface', by: 'id' },
};

function parseMac(written: unknown): string {
  const mac = typeof written === 'string' ? normaliseMac(written) : null;
  if (mac === null) throw refuse('mac_address', `Invalid MAC address format: ${String(written)}`);
  return mac;
}

function isPrimary(row: Row, view: View): boolean {
  return interfaceOf(row, view)?.primary_mac_address === row.id;
}

const macAddress: Model = {
  type: 'dcim.macaddress',
  path: 'dcim/mac-addresses',
  name: 'MACAddress',
  verbose: 'MAC address',
  fields: [
    value('mac_address', 'string', null, { required: true, parse: parseMac }),
    ...assigned,
    computed('is_primary', isPrimary, since('4.7')),
    description,
    owner,
    comments,
    ...bookkeeping,
  ],
  brief: ['id', 'url', 'display', 'mac_address', 'description'],
  display: (row) => text(row.mac_address),
  order: ['mac_address'],
  // No filter by site: `site_id` is among the ignored names.
  filters: {
    ...commonFilters,
    ...stringFilters('description'),
    ...byDevice,
    mac_address: { kind: 'match', test: (row, mac) => row.mac_address === normaliseMac(mac), check: checkMac },
    assigned_object_type: { kind: 'match', test: (row, type) => row.assigned_object_type === type },
    assigned_object_id: { kind: 'number', column: 'assigned_object_id' },
    assigned: { kind: 'flag', test: (row) => row.assigned_object_id !== null },
    primary: { kind: 'flag', test: isPrimary },
  },
};

const family = (column: string) =>
  computed('family', (row) =>
    text(row[column]).includes(':') ? { value: 6, label: 'IPv6' } : { value: 4, label: 'IPv4' },
  );
const vrf = ref('vrf', 'ipam.vrf', {
  onDelete: 'protect',
  nested: ['id', 'url', 'display', 'name', 'rd', 'description'],
});

function parseIp(kind: 'IP address' | 'IP prefix', field: string) {
  return (written: unknown): string => {
    const network = typeof written === 'string' ? parseNetwork(written) : null;
    if (network === null || typeof written !== 'string')
      throw refuse(field, `Invalid ${kind} format: ${String(written)}`);
    return written.includes('/') ? written : `${written}/${network.length}`;
  };
}

function inside(row: Row, column: string, outer: string): boolean {
  const network = parseNetwork(outer);
  const own = parseNetwork(text(row[column]));
  return network !== null && own !== null && contains(network, own);
}

const ipAddress: Model = {
  type: 'ipam.ipaddress',
  path: 'ipam/ip-addresses',
  name: 'IPAddress',
  verbose: 'IP address',
  fields: [
    family('address'),
    value('address', 'string', null, { required: true, parse: parseIp('IP address', 'address') }),
    vrf,
    ref('tenant', 'tenancy.tenant', { onDelete: 'protect' }),
    choice('status', choices.ipStatus, { fallback: 'active' }),
    choice('role', choices.ipRole),
    ...assigned,
    fixed('nat_inside', null),
    fixed('nat_outside', []),
    textField('dns_name', { maxLength: 255 }),
    description,
    owner,
    comments,
    ...bookkeeping,
  ],
  brief: ['id', 'url', 'display', 'family', 'address', 'description'],
  display: (row) => text(row.address),
  order: ['vrf', 'address'],
  filters: {
    ...commonFilters,
    ...stringFilters('dns_name', 'description'),
    ...byDevice,
    ...refFilters('vrf', 'vrf', 'ipam.vrf', { by: 'rd' }),
    ...refFilters('tenant', 'tenant', 'tenancy.tenant'),
    status: { kind: 'choice', column: 'status', choices: choices.ipStatus },
    role: { kind: 'choice', column: 'role', choices: choices.ipRole },
    address: {
      kind: 'match',
      test: (row, wanted) =>
        wanted.includes('/') ? row.address === wanted : text(row.address).split('/')[0] === wanted,
    },
    parent: { kind: 'match', test: (row, outer) => inside(row, 'address', outer) },
    assigned_to_interface: { kind: 'flag', test: (row) => row.assigned_object_id !== null },
  },
};

const scope: readonly Field[] = [
  value('scope_type', 'string', null),
  value('scope_id', 'integer', null),
  computed('scope', (row, view) => view.nestedById(text(row.scope_type), row.scope_id, scopeKeys)),
];
const scopeKeys = ['id', 'url', 'display', 'name', 'slug', 'description'];

/** Networks of the same VRF that hold this one, or that this one holds. */
function related(row: Row, view: View, wanted: 'above' | 'below'): number {
  const own = parseNetwork(text(row.prefix));
  if (own === null) return 0;
  let total = 0;
  for (const other of view.store.table('ipam.prefix').where('vrf', row.vrf)) {
    const network = parseNetwork(text(other.prefix));
    if (network === null || other.id === row.id) continue;
    if (wanted === 'above' ? contains(network, own) : contains(own, network)) total++;
  }
  return total;
}

function scopeFilters(): Record<string, Filter> {
  return {
    site_id: { kind: 'ref', path: 'scope_id', to: 'dcim.site', by: 'id' },
    site: { kind: 'ref', path: 'scope_id', to: 'dcim.site', by: 'slug' },
    scope_type: { kind: 'match', test: (row, type) => row.scope_type === type },
    scope_id: { kind: 'number', column: 'scope_id' },
  };
}

const prefix: Model = {
  type: 'ipam.prefix',
  path: 'ipam/prefixes',
  name: 'Prefix',
  verbose: 'prefix',
  fields: [
    family('prefix'),
    value('prefix', 'string', null, { required: true, parse: parseIp('IP prefix', 'prefix') }),
    vrf,
    ...scope,
    ref('tenant', 'tenancy.tenant', { onDelete: 'protect' }),
    fixed('vlan', null),
    choice('status', choices.prefixStatus, { fallback: 'active' }),
    fixed('role', null),
    value('is_pool', 'boolean', false),
    value('mark_utilized', 'boolean', false),
    description,
    owner,
    comments,
    ...bookkeeping,
    computed('children', (row, view) => related(row, view, 'below')),
    computed('_depth', (row, view) => related(row, view, 'above')),
  ],
  brief: ['id', 'url', 'display', 'family', 'prefix', 'description', '_depth'],
  display: (row) => text(row.prefix),
  order: ['vrf', 'prefix'],
  filters: {
    ...commonFilters,
    ...stringFilters('description'),
    ...scopeFilters(),
    ...refFilters('vrf', 'vrf', 'ipam.vrf', { by: 'rd' }),
    ...refFilters('tenant', 'tenant', 'tenancy.tenant'),
    status: { kind: 'choice', column: 'status', choices: choices.prefixStatus },
    prefix: { kind: 'match', test: (row, wanted) => row.prefix === wanted },
    within_include: { kind: 'match', test: (row, outer) => inside(row, 'prefix', outer) },
    within: { kind: 'match', test: (row, outer) => row.prefix !== outer && inside(row, 'prefix', outer) },
    contains: {
      kind: 'match',
      test: (row, wanted) => {
        const own = parseNetwork(text(row.prefix));
        const inner = parseNetwork(wanted);
        return own !== null && inner !== null && contains(own, inner);
      },
    },
  },
};

const vrfModel: Model = {
  type: 'ipam.vrf',
  path: 'ipam/vrfs',
  name: 'VRF',
  verbose: 'VRF',
  fields: [
    nameField,
    value('rd', 'string', null, { maxLength: 21 }),
    ref('tenant', 'tenancy.tenant', { onDelete: 'protect' }),
    value('enforce_unique', 'boolean', true),
    description,
    owner,
    comments,
    fixed('import_targets', []),
    fixed('export_targets', []),
    ...bookkeeping,
    count('ipaddress_count', 'ipam.ipaddress', 'vrf'),
    count('prefix_count', 'ipam.prefix', 'vrf'),
  ],
  brief: ['id', 'url', 'display', 'name', 'rd', 'description', 'prefix_count'],
  display: (row) => (text(row.rd) === '' ? text(row.name) : `${text(row.name)} (${text(row.rd)})`),
  order: ['name'],
  filters: { ...commonFilters, ...stringFilters('name', 'rd') },
};

export { scope, scopeFilters };
export const addressModels = [macAddress, ipAddress, prefix, vrfModel] as const;
