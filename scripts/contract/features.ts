// What each declared call is for: a call that fails takes this away from our users. A call missing here does not compile.

import type { ironicCalls } from '@fleet-manager/clients/ironic/calls';
import type { keystoneCalls } from '@fleet-manager/clients/keystone/calls';
import type { identityCalls } from '@fleet-manager/clients/keystone/projects';
import type { NetBoxCallName } from '@fleet-manager/clients/netbox/calls';
import type { novaCalls } from '@fleet-manager/clients/nova/calls';
import type { placementCalls } from '@fleet-manager/clients/placement/calls';

type Names<L extends { readonly calls: object }> = keyof L['calls'] & string;
type IdentityCall = Names<typeof keystoneCalls> | Names<typeof identityCalls>;

const netbox: Readonly<Record<NetBoxCallName, string>> = {
  status: 'the whole mirror of NetBox: without a release nothing is asked',
  listSites: 'sites, and which satellite answers for a device',
  listLocations: 'the location of a device',
  listRacks: 'racks and the elevation of a rack',
  listDeviceTypes: 'model and height of a device',
  listDeviceRoles: 'the class of a device, and with it every status',
  listDevices: 'the devices themselves',
  getDevice: 'telling a deleted device from an unseen one: no device is called gone without it',
  listInterfaces: 'ports of a device',
  listCables: 'cables and their state',
  listCableTerminations: 'where a cable ends; ports are read instead, which takes longer',
  listMacAddresses: 'MAC addresses, and the search by them',
  listModules: 'GPUs and network cards of a device',
  listConsolePorts: 'console ports of a device',
  listConsoleServerPorts: 'far ends of console cables',
  listIpAddresses: 'IP addresses, and the search by them',
  listPrefixes: 'prefixes of a site',
  listTags: 'tags of a device',
  listConfigContexts: 'when the context of a device is to be rendered anew',
  listClusters: 'which devices are mirrored: the filter by cluster',
  listObjectChanges: 'idle polls by few questions; each type is asked by itself instead, which costs NetBox more',
};
const identity: Readonly<Record<IdentityCall, string>> = {
  versions: 'finding version 3 of Keystone when auth_url does not name it',
  issueToken: 'every call to OpenStack',
  listProjects: 'the validation pool (condition InValidationPool)',
};
const baremetal: Readonly<Record<Names<typeof ironicCalls>, string>> = {
  versions: 'every call to Ironic: the API version is agreed on by it',
  listNodes: 'every condition of every device',
  getNode: 'telling a deleted node from an unseen one: no node is called gone without it',
  listPorts: 'pairing of nodes and devices by MAC address',
  getAllocation: 'telling whose node a direct allocation holds',
};
const compute: Readonly<Record<Names<typeof novaCalls>, string>> = {
  versions: 'every call to Nova: the API version is agreed on by it',
  listServers: 'customer allocation, and findings between Nova and Ironic',
  getServer: 'findings between Nova and Ironic: each is read again before it is reported',
};
const placement: Readonly<Record<Names<typeof placementCalls>, string>> = {
  versions: 'every call to Placement: the API version is agreed on by it',
  listProviders: 'findings between Ironic and Placement',
  getTraits: 'traits of a node as the scheduler knows them',
  getInventories: 'whether the scheduler may use a node',
  getProviderAllocations: 'the finding "allocation-left"',
  getConsumerAllocations: 'the finding "allocation-left"',
};

const features: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  netbox,
  identity,
  baremetal,
  compute,
  placement,
};

/** What our users lose when the call fails. */
export function featureOf(service: string, call: string): string {
  return (
    features[service]?.[call] ?? 'a call that no feature is written down for: add it to scripts/contract/features.ts'
  );
}
