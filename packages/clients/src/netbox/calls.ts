import { type CallSpec, defineCalls, type HttpMethod } from '../http/calls.ts';
import type { NetBoxAction, NetBoxObjectType } from './object-types.ts';

/** Every call that is made to NetBox. The object permissions that a token needs are derived from this list. */
export const netboxCalls = defineCalls('netbox', {
  status: { method: 'GET', path: '/api/status/' },
  listSites: { method: 'GET', path: '/api/dcim/sites/' },
  listLocations: { method: 'GET', path: '/api/dcim/locations/' },
  listRacks: { method: 'GET', path: '/api/dcim/racks/' },
  listDeviceTypes: { method: 'GET', path: '/api/dcim/device-types/' },
  listDeviceRoles: { method: 'GET', path: '/api/dcim/device-roles/' },
  listDevices: { method: 'GET', path: '/api/dcim/devices/' },
  getDevice: { method: 'GET', path: '/api/dcim/devices/{id}/' },
  listInterfaces: { method: 'GET', path: '/api/dcim/interfaces/' },
  listCables: { method: 'GET', path: '/api/dcim/cables/' },
  listCableTerminations: { method: 'GET', path: '/api/dcim/cable-terminations/' },
  listMacAddresses: { method: 'GET', path: '/api/dcim/mac-addresses/' },
  listModules: { method: 'GET', path: '/api/dcim/modules/' },
  listConsolePorts: { method: 'GET', path: '/api/dcim/console-ports/' },
  listConsoleServerPorts: { method: 'GET', path: '/api/dcim/console-server-ports/' },
  listIpAddresses: { method: 'GET', path: '/api/ipam/ip-addresses/' },
  listPrefixes: { method: 'GET', path: '/api/ipam/prefixes/' },
  listTags: { method: 'GET', path: '/api/extras/tags/' },
  listConfigContexts: { method: 'GET', path: '/api/extras/config-contexts/' },
  listClusters: { method: 'GET', path: '/api/virtualization/clusters/' },
  listObjectChanges: { method: 'GET', path: '/api/core/object-changes/' },
});

export type NetBoxCallName = keyof typeof netboxCalls.calls;
export type NetBoxListCall = Extract<NetBoxCallName, `list${string}`>;

/** Whose rights a call needs. A call missing here does not compile. */
export const netboxCallObjectTypes: Readonly<Record<NetBoxCallName, readonly NetBoxObjectType[]>> = {
  status: [],
  listSites: ['dcim.site'],
  listLocations: ['dcim.location'],
  listRacks: ['dcim.rack'],
  listDeviceTypes: ['dcim.devicetype'],
  listDeviceRoles: ['dcim.devicerole'],
  listDevices: ['dcim.device'],
  getDevice: ['dcim.device'],
  listInterfaces: ['dcim.interface'],
  listCables: ['dcim.cable'],
  listCableTerminations: ['dcim.cabletermination'],
  listMacAddresses: ['dcim.macaddress'],
  listModules: ['dcim.module'],
  listConsolePorts: ['dcim.consoleport'],
  listConsoleServerPorts: ['dcim.consoleserverport'],
  listIpAddresses: ['ipam.ipaddress'],
  listPrefixes: ['ipam.prefix'],
  listTags: ['extras.tag'],
  listConfigContexts: ['extras.configcontext'],
  listClusters: ['virtualization.cluster'],
  listObjectChanges: ['core.objectchange'],
};

const actionOfMethod: Readonly<Record<HttpMethod, NetBoxAction>> = {
  GET: 'view',
  HEAD: 'view',
  POST: 'add',
  PUT: 'change',
  PATCH: 'change',
  DELETE: 'delete',
};

/** The action that NetBox checks for a call. GraphQL is sent by POST and only ever reads. */
export function actionOf(call: CallSpec): NetBoxAction {
  return call.path === '/graphql/' ? 'view' : actionOfMethod[call.method];
}
