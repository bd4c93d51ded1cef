import type { SimNode } from '../../world/model.ts';
import type { Caller } from '../keystone/caller.ts';
import { FIELD_SINCE, knownFields } from './fields.ts';
import { isRedacted } from './policy.ts';
import type { IronicService } from './service.ts';

const HIDDEN_ERROR = '** Value Redacted - Requires baremetal:node:get:last_error permission. **';
const HIDDEN_LOCK = '** Redacted - requires baremetal:node:get:reservation permission. **';
const HIDDEN_INTERNAL = { content: '** Redacted - Requires baremetal:node:get:driver_internal_info permission. **' };
const HIDDEN_DRIVER = { content: '** Redacted - requires baremetal:node:get:driver_info permission. **' };
const MASK = '******';

const REDFISH_INTERFACES: Readonly<Record<string, string>> = {
  bios_interface: 'redfish',
  boot_interface: 'redfish-virtual-media',
  console_interface: 'no-console',
  deploy_interface: 'direct',
  firmware_interface: 'redfish',
  inspect_interface: 'redfish',
  management_interface: 'redfish',
  network_interface: 'noop',
  power_interface: 'redfish',
  raid_interface: 'no-raid',
  rescue_interface: 'no-rescue',
  storage_interface: 'noop',
  vendor_interface: 'redfish',
};

export interface NodeViewOptions {
  readonly caller: Caller;
  readonly minor: number;
  /** Fields to show; null shows all that the version has. */
  readonly fields: readonly string[] | null;
}

/** A node as the API writes it. */
export function nodeView(service: IronicService, node: SimNode, options: NodeViewOptions): Record<string, unknown> {
  const { minor, fields, caller } = options;
  const wanted = fields ?? [...knownFields(service.settings.maxMinor), 'created_at', 'updated_at'];
  const view: Record<string, unknown> = {};
  for (const field of wanted) {
    if ((FIELD_SINCE[field] ?? 0) <= minor) view[field] = fieldValue(service, node, field, minor);
  }
  // Ironic of 2023.1 forgets whose node it is when a project asks without the owner, and hides the fields from the owner too.
  const forgetful =
    service.settings.strict && service.settings.maxMinor <= 82 && fields !== null && !fields.includes('owner');
  if (
    isRedacted(caller, node, service.settings) ||
    (forgetful && !caller.system && !caller.roles.includes('service'))
  ) {
    redact(view);
  }
  view.links = links(service.url(), `nodes/${node.uuid}`);
  if (fields === null) addLinks(view, service.url(), node, minor);
  return view;
}

/** The two links that every object of Ironic carries. */
export function links(url: string, path: string): { href: string; rel: string }[] {
  return [
    { href: `${url}/v1/${path}`, rel: 'self' },
    { href: `${url}/${path}`, rel: 'bookmark' },
  ];
}

function fieldValue(service: IronicService, node: SimNode, field: string, minor: number): unknown {
  switch (field) {
    case 'provision_state':
      if (node.provision_state === 'available' && minor < 2) return null;
      return node.provision_state === 'inspect wait' && minor < 39 ? 'inspecting' : node.provision_state;
    case 'driver_info':
      return masked(node.driver_info);
    case 'instance_info':
      return 'configdrive' in node.instance_info ? { ...node.instance_info, configdrive: MASK } : node.instance_info;
    case 'conductor':
      return service.world.conductorAlive ? service.world.conductorHost : null;
    case 'instance_name':
      return typeof node.instance_info.display_name === 'string' ? node.instance_info.display_name : null;
    case 'raid_config':
    case 'target_raid_config':
    case 'network_data':
      return {};
    case 'console_enabled':
    case 'disable_power_off':
      return false;
    case 'chassis_uuid':
    case 'parent_node':
    case 'health':
      return null;
    default: {
      const found = Object.entries(node).find(([key]) => key === field);
      return found === undefined ? interfaceOf(node, field) : found[1];
    }
  }
}

function interfaceOf(node: SimNode, field: string): string | null {
  if (node.driver === 'redfish') return REDFISH_INTERFACES[field] ?? null;
  if (field === 'network_interface' || field === 'storage_interface') return 'noop';
  return field.endsWith('_interface') ? 'fake' : null;
}

function masked(info: Record<string, unknown>): Record<string, unknown> {
  const secret = Object.keys(info).filter((key) => key.includes('password'));
  return secret.length === 0 ? info : { ...info, ...Object.fromEntries(secret.map((key) => [key, MASK])) };
}

function redact(view: Record<string, unknown>): void {
  if ('last_error' in view) view.last_error = HIDDEN_ERROR;
  if ('reservation' in view) view.reservation = HIDDEN_LOCK;
  if ('driver_internal_info' in view) view.driver_internal_info = HIDDEN_INTERNAL;
  if ('driver_info' in view) view.driver_info = HIDDEN_DRIVER;
}

function addLinks(view: Record<string, unknown>, url: string, node: SimNode, minor: number): void {
  view.ports = links(url, `nodes/${node.uuid}/ports`);
  if (minor >= 14) view.states = links(url, `nodes/${node.uuid}/states`);
  if (minor >= 24) view.portgroups = links(url, `nodes/${node.uuid}/portgroups`);
  if (minor >= 32) view.volume = links(url, `nodes/${node.uuid}/volume`);
}
