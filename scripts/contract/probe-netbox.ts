import { type NetBoxListCall, netboxCalls } from '@fleet-manager/clients/netbox/calls';
import { NetBoxError, type NetBoxFailure } from '@fleet-manager/clients/netbox/failure';
import type { FilterRules } from '@fleet-manager/clients/netbox/filters';
import { problemOf } from '@fleet-manager/clients/netbox/list-page';
import { isRawRow, listEnvelope } from '@fleet-manager/clients/netbox/raw';
import type { NetBoxRecord, NetBoxResource } from '@fleet-manager/clients/netbox/resource';
import { bareCables, cableTerminations } from '@fleet-manager/clients/netbox/resources/cables';
import { clusters } from '@fleet-manager/clients/netbox/resources/clusters';
import { configContexts } from '@fleet-manager/clients/netbox/resources/config-contexts';
import { consolePorts, consoleServerPorts } from '@fleet-manager/clients/netbox/resources/console-ports';
import { deviceRoles } from '@fleet-manager/clients/netbox/resources/device-roles';
import { deviceTypes } from '@fleet-manager/clients/netbox/resources/device-types';
import { devices } from '@fleet-manager/clients/netbox/resources/devices';
import { interfaces } from '@fleet-manager/clients/netbox/resources/interfaces';
import { ipAddresses } from '@fleet-manager/clients/netbox/resources/ip-addresses';
import { locations } from '@fleet-manager/clients/netbox/resources/locations';
import { macAddresses } from '@fleet-manager/clients/netbox/resources/mac-addresses';
import { modules } from '@fleet-manager/clients/netbox/resources/modules';
import { objectChanges } from '@fleet-manager/clients/netbox/resources/object-changes';
import { prefixes } from '@fleet-manager/clients/netbox/resources/prefixes';
import { racks } from '@fleet-manager/clients/netbox/resources/racks';
import { sites } from '@fleet-manager/clients/netbox/resources/sites';
import { tags } from '@fleet-manager/clients/netbox/resources/tags';
import { createNetBoxClient, type NetBoxSession } from '@fleet-manager/clients/netbox/session';
import { isAtLeast } from '@fleet-manager/clients/netbox/version';
import { Secret } from '@fleet-manager/platform/secret';
import { judgeFailure, judgeRows, verdict } from './judge.ts';
import type { CallName, Verdict } from './verdict.ts';

type AnyResource = NetBoxResource<NetBoxRecord, FilterRules>;
/** How each list is read. A list call that is declared without one does not compile. */
const resources: Readonly<Record<NetBoxListCall, AnyResource>> = {
  listSites: sites,
  listLocations: locations,
  listRacks: racks,
  listDeviceTypes: deviceTypes,
  listDeviceRoles: deviceRoles,
  listDevices: devices,
  listInterfaces: interfaces,
  listCables: bareCables,
  listCableTerminations: cableTerminations,
  listMacAddresses: macAddresses,
  listModules: modules,
  listConsolePorts: consolePorts,
  listConsoleServerPorts: consoleServerPorts,
  listIpAddresses: ipAddresses,
  listPrefixes: prefixes,
  listTags: tags,
  listConfigContexts: configContexts,
  listClusters: clusters,
  listObjectChanges: objectChanges,
};

/** Fields that came with a release; older ones are read without them. */
const since: Partial<Record<NetBoxListCall, Readonly<Record<string, readonly [major: number, minor: number]>>>> = {
  listCables: { profile: [4, 5] },
  // Roles form a tree from here on; before, each is its own root.
  listDeviceRoles: { parent: [4, 3] },
};

const ROWS = 500;

export interface ProbedNetBox {
  readonly url: string;
  /** One that reads everything. */
  readonly token: string;
}

/** Makes every declared call to a NetBox and reads the answers as the product does. */
export async function probeNetBox(target: ProbedNetBox): Promise<{ versions: string[]; verdicts: Verdict[] }> {
  const client = createNetBoxClient({ url: target.url, token: new Secret(target.token) });
  try {
    const opened = await client.open();
    if (!opened.ok) return { versions: [], verdicts: [judgeNetBoxFailure(nameOf('status'), opened.failure)] };
    const session = opened.value;
    const verdicts = [verdict(nameOf('status'), 'ok', [])];
    for (const call of Object.keys(resources) as NetBoxListCall[]) verdicts.push(await probeList(session, call));
    verdicts.push(await probeDevice(session));
    return { versions: [`netbox ${session.version.text}`], verdicts };
  } finally {
    await client.close();
  }
}

function nameOf(call: keyof typeof netboxCalls.calls): CallName {
  const { method, path } = netboxCalls.calls[call];
  return { service: netboxCalls.service, call, method, path };
}

async function probeList(session: NetBoxSession, call: NetBoxListCall): Promise<Verdict> {
  const name = nameOf(call);
  const resource = resources[call];
  const query = { fields: resource.fields.join(','), limit: ROWS };
  const answer = await session.list(call, resource.objectType, query, undefined);
  if (!answer.ok) return judgeNetBoxFailure(name, answer.failure);
  const envelope = listEnvelope.safeParse(answer.value.body);
  if (!envelope.success) {
    const next = 'look at what answers there: it is no list of NetBox';
    return verdict(name, 'unreadable', [problemOf(envelope.error)], next);
  }
  const notYet = Object.entries(since[call] ?? {}).flatMap(([field, [major, minor]]) =>
    isAtLeast(session.version, major, minor) ? [] : [[field, `${major}.${minor}`] as const],
  );
  return judgeRows(name, {
    rows: envelope.data.results,
    fields: resource.fields,
    notYet: Object.fromEntries(notYet),
    problem: (row) => problemIn(resource, row),
  });
}

function problemIn(resource: AnyResource, row: unknown): string | undefined {
  const read = resource.schema.safeParse(row);
  return read.success ? undefined : problemOf(read.error);
}

async function probeDevice(session: NetBoxSession): Promise<Verdict> {
  const name = nameOf('getDevice');
  const listed = await session.list('listDevices', 'dcim.device', { fields: 'id', limit: 1 }, undefined);
  if (!listed.ok) return judgeNetBoxFailure(name, listed.failure);
  const [first] = listEnvelope.safeParse(listed.value.body).data?.results ?? [];
  if (!isRawRow(first)) return judgeRows(name, { rows: [], fields: [], problem: () => undefined });
  try {
    const { body } = await session.device(first.id, { fields: devices.fields.join(',') }, undefined);
    return judgeRows(name, { rows: [body], fields: devices.fields, problem: (row) => problemIn(devices, row) });
  } catch (error) {
    return judgeFailure(name, error);
  }
}

function judgeNetBoxFailure(name: CallName, failure: NetBoxFailure): Verdict {
  const { status } = failure;
  const facts = [`${failure.code}: ${failure.message}`];
  if (failure.kind === 'forbidden' || failure.kind === 'credentials') {
    return verdict(name, 'refused', facts, `compare \`fleetctl access netbox\` with the token's permissions`);
  }
  if (status === 404 || status === 405 || status === 410) {
    return verdict(name, 'gone', facts, 'find what replaces the endpoint, and declare that call for these releases');
  }
  if (failure.kind === 'unusable') return verdict(name, 'unreadable', facts, failure.advice);
  return judgeFailure(name, new NetBoxError(failure));
}
