import { peersOf } from '../cabling.ts';
import * as choices from '../choices.ts';
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
import type { View } from '../view.ts';
import { checkMac } from './devices.ts';
import { description } from './organisation.ts';

const cableBrief = ['id', 'url', 'display', 'label', 'description'];
const moduleNested = ['id', 'url', 'display', 'device', 'module_bay'];

function peers(row: Row, view: View) {
  return peersOf(view, row).map((end) => view.nested(view.model(end.type), end.port));
}

function peerType(row: Row, view: View): string | null {
  return peersOf(view, row)[0]?.type ?? null;
}

const mark = value('mark_connected', 'boolean', false);
const cable = ref('cable', 'dcim.cable', { nested: cableBrief, readOnly: true });
const cableEnd = choice('cable_end', choices.cableEnd, { bare: true, readOnly: true });
const linkPeers: readonly Field[] = [computed('link_peers', peers), computed('link_peers_type', peerType)];
// Without pass-through ports the end of the path is the end of the cable.
const endpoints: readonly Field[] = [
  computed('connected_endpoints', (row, view) => {
    const found = peers(row, view);
    return found.length === 0 ? null : found;
  }),
  computed('connected_endpoints_type', peerType),
  computed(
    'connected_endpoints_reachable',
    (row, view) => peersOf(view, row).length > 0 && view.store.get('dcim.cable', row.cable)?.status === 'connected',
  ),
];
const occupied = computed('_occupied', (row) => row.mark_connected === true || isNumber(row.cable));

function isNumber(cell: unknown): boolean {
  return typeof cell === 'number';
}

/** Note what is missing: there is no filter by cluster on any component. */
const componentFilters: Readonly<Record<string, Filter>> = {
  ...commonFilters,
  ...stringFilters('name', 'label', 'description'),
  ...refFilters('device', 'device', 'dcim.device', { by: 'name' }),
  ...refFilters('site', 'device__site', 'dcim.site'),
  ...refFilters('location', 'device__location', 'dcim.location', { tree: true }),
  ...refFilters('rack', 'device__rack', 'dcim.rack', { by: 'name' }),
  ...refFilters('device_role', 'device__role', 'dcim.devicerole', { tree: true }),
  ...refFilters('device_type', 'device__device_type', 'dcim.devicetype'),
  device_status: { kind: 'choice', column: 'device__status', choices: choices.deviceStatus },
  module_id: { kind: 'ref', path: 'module', to: 'dcim.module', by: 'id' },
  cabled: { kind: 'flag', test: (row) => isNumber(row.cable) },
  connected: { kind: 'flag', test: (row, view) => peersOf(view, row).length > 0 },
  occupied: { kind: 'flag', test: (row) => row.mark_connected === true || isNumber(row.cable) },
};

const interfaceBrief = ['id', 'url', 'display', 'device', 'name', 'description', 'cable', '_occupied'];

function macsOf(row: Row, view: View): Row[] {
  return view.store
    .table('dcim.macaddress')
    .where('assigned_object_id', row.id)
    .filter((mac) => mac.assigned_object_type === 'dcim.interface');
}

const interface_: Model = {
  type: 'dcim.interface',
  path: 'dcim/interfaces',
  name: 'Interface',
  verbose: 'interface',
  fields: [
    ref('device', 'dcim.device', { required: true, onDelete: 'cascade' }),
    fixed('vdcs', []),
    ref('module', 'dcim.module', { onDelete: 'cascade', nested: moduleNested }),
    textField('name', { required: true, maxLength: 64 }),
    textField('label', { maxLength: 64 }),
    choice('type', choices.interfaceType, { required: true }),
    fixed('channels', null, since('4.7')),
    fixed('channel_id', null, since('4.7')),
    value('enabled', 'boolean', true),
    ref('parent', 'dcim.interface', { onDelete: 'protect', nested: interfaceBrief }),
    fixed('bridge', null),
    fixed('bridge_interfaces', [], since('4.7')),
    fixed('lag', null),
    value('mtu', 'integer', null),
    computed(
      'mac_address',
      (row, view) => view.store.get('dcim.macaddress', row.primary_mac_address)?.mac_address ?? null,
    ),
    ref('primary_mac_address', 'dcim.macaddress'),
    computed('mac_addresses', (row, view) => {
      const model = view.model('dcim.macaddress');
      return macsOf(row, view).map((mac) => view.nested(model, mac));
    }),
    value('speed', 'integer', null),
    fixed('duplex', null),
    value('wwn', 'string', null),
    value('mgmt_only', 'boolean', false),
    description,
    ...[
      'mode',
      'rf_role',
      'rf_channel',
      'poe_mode',
      'poe_type',
      'rf_channel_frequency',
      'rf_channel_width',
      'tx_power',
    ].map((name) => fixed(name, null)),
    fixed('untagged_vlan', null),
    fixed('tagged_vlans', []),
    fixed('qinq_svlan', null),
    fixed('vlan_translation_policy', null),
    mark,
    cable,
    cableEnd,
    fixed('wireless_link', null),
    ...linkPeers,
    fixed('wireless_lans', []),
    ref('vrf', 'ipam.vrf', { nested: ['id', 'url', 'display', 'name', 'rd', 'description'] }),
    fixed('l2vpn_termination', null),
    ...endpoints,
    owner,
    ...bookkeeping,
    computed(
      'count_ipaddresses',
      (row, view) =>
        view.store
          .table('ipam.ipaddress')
          .where('assigned_object_id', row.id)
          .filter((address) => address.assigned_object_type === 'dcim.interface').length,
    ),
    fixed('count_fhrp_groups', 0),
    occupied,
  ],
  brief: interfaceBrief,
  display: (row) => text(row.name),
  order: ['device__name', 'device', 'name'],
  filters: {
    ...componentFilters,
    type: { kind: 'choice', column: 'type', choices: choices.interfaceType },
    enabled: { kind: 'flag', test: (row) => row.enabled === true },
    mgmt_only: { kind: 'flag', test: (row) => row.mgmt_only === true },
    parent_id: { kind: 'ref', path: 'parent', to: 'dcim.interface', by: 'id' },
    ...refFilters('vrf', 'vrf', 'ipam.vrf', { by: 'rd' }),
    mtu: { kind: 'number', column: 'mtu' },
    primary_mac_address_id: { kind: 'ref', path: 'primary_mac_address', to: 'dcim.macaddress', by: 'id' },
    mac_address: {
      kind: 'match',
      test: (row, mac, view) => macsOf(row, view).some((item) => item.mac_address === normaliseMac(mac)),
      check: checkMac,
    },
  },
};

function consoleModel(type: string, path: string, name: string, verbose: string): Model {
  return {
    type,
    path,
    name,
    verbose,
    fields: [
      ref('device', 'dcim.device', { required: true, onDelete: 'cascade' }),
      ref('module', 'dcim.module', { onDelete: 'cascade', nested: moduleNested }),
      textField('name', { required: true, maxLength: 64 }),
      textField('label', { maxLength: 64 }),
      choice('type', choices.consolePortType),
      fixed('speed', null),
      description,
      mark,
      cable,
      cableEnd,
      ...linkPeers,
      ...endpoints,
      owner,
      ...bookkeeping,
      occupied,
    ],
    brief: interfaceBrief,
    display: (row) => text(row.name),
    order: ['device__name', 'device', 'name'],
    filters: {
      ...componentFilters,
      type: { kind: 'choice', column: 'type', choices: choices.consolePortType },
    },
  };
}

const consolePort = consoleModel('dcim.consoleport', 'dcim/console-ports', 'ConsolePort', 'console port');
const consoleServerPort = consoleModel(
  'dcim.consoleserverport',
  'dcim/console-server-ports',
  'ConsoleServerPort',
  'console server port',
);

export const componentModels = [interface_, consolePort, consoleServerPort] as const;
