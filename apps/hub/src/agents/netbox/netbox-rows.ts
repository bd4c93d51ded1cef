import type { ConnectedCable } from '@fleet-manager/clients/netbox/cables';
import type { NetBoxRecord } from '@fleet-manager/clients/netbox/resource';
import type { DeviceRecord } from '@fleet-manager/clients/netbox/resources/devices';
import type { IpAddressRecord } from '@fleet-manager/clients/netbox/resources/ip-addresses';
import type { MacAddressRecord } from '@fleet-manager/clients/netbox/resources/mac-addresses';
import type { SourceRow } from '../../inventory/placement.ts';

// What the mirror keeps of each record: all but its id and its time of change, which moves without anything having changed.

export function plainRow(record: NetBoxRecord): SourceRow {
  const { id, lastUpdated: _, ...content } = record;
  return { netboxId: id, siteId: null, content };
}

export function siteBoundRow(record: NetBoxRecord & { readonly siteId: number }): SourceRow {
  return { ...plainRow(record), siteId: record.siteId };
}

export function deviceSourceRow(record: DeviceRecord): SourceRow {
  return { ...siteBoundRow(record), clusterId: record.clusterId };
}

export function componentRow(record: NetBoxRecord & { readonly deviceId: number }): SourceRow {
  return { ...plainRow(record), deviceId: record.deviceId };
}

/** MAC addresses are kept in lower case, as Ironic writes them. */
export function macRow(record: MacAddressRecord): SourceRow {
  const row = plainRow(record);
  return { ...row, content: { ...row.content, mac: record.mac.toLowerCase() }, assignedTo: assignedTo(record) };
}

export function addressRow(record: IpAddressRecord): SourceRow {
  return { ...plainRow(record), assignedTo: assignedTo(record) };
}

export function cableRow(record: ConnectedCable): SourceRow {
  const row = plainRow(record);
  const [a, b] = [record.a, record.b].map((side) => side.map((end) => portText(end.type, end.portId)).sort());
  return { ...row, content: { ...row.content, a, b }, ends: [...(a ?? []), ...(b ?? [])] };
}

function assignedTo(record: {
  readonly assignedType: string | null;
  readonly assignedId: number | null;
}): string | null {
  const { assignedType, assignedId } = record;
  return assignedType === null || assignedId === null ? null : portText(assignedType, assignedId);
}

function portText(objectType: string, id: number): string {
  return `${objectType}:${id}`;
}
