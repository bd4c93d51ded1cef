import type { DeviceComponents } from '@fleet-manager/contract/api/devices';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../database/database.ts';
import { type Principal, withinSites } from '../http/principal.ts';
import { type FarEnd, peersOf } from './cable-peers.ts';

type Components = z.input<typeof DeviceComponents>;
type Who = Pick<Principal, 'sites'>;

const byName = new Intl.Collator('en', { numeric: true });

/** The parts of one device, by its id; undefined when there is no such device in the caller's sites. */
export async function readComponents(db: Db, id: string, who: Who): Promise<Components | undefined> {
  const device = await db
    .selectFrom('devices')
    .select('netbox_id')
    .where('id', '=', id)
    .where(withinSites(who, 'devices.site_slug'))
    .executeTakeFirst();
  if (device === undefined) return undefined;
  const peers = await peersOf(db, device.netbox_id, who);
  const degraded = await degradedTypes(db);
  const allCablesKnown = !degraded.some((type) => type.objectType === 'dcim.cable');
  return {
    interfaces: await interfacesOf(db, device.netbox_id, peers, allCablesKnown),
    frus: await frusOf(db, device.netbox_id),
    consoleLinks: await consoleLinksOf(db, device.netbox_id, peers),
    prefixes: await prefixesOf(db, device.netbox_id),
    degraded,
  };
}

async function interfacesOf(
  db: Db,
  device: number,
  peers: ReadonlyMap<string, FarEnd>,
  allCablesKnown: boolean,
): Promise<Components['interfaces']> {
  const { rows } = await sql<{
    netboxId: number;
    name: string;
    type: string;
    enabled: boolean;
    managementOnly: boolean;
    label: string;
    primaryMacId: number | null;
    macs: { netboxId: number; address: string }[];
    addresses: string[];
  }>`
    select o.netbox_id as "netboxId", o.content ->> 'name' as name, coalesce(o.content ->> 'type', '') as type,
      coalesce((o.content ->> 'enabled')::boolean, true) as enabled,
      coalesce((o.content ->> 'managementOnly')::boolean, false) as "managementOnly",
      coalesce(o.content ->> 'label', '') as label, (o.content ->> 'primaryMacId')::bigint as "primaryMacId",
      coalesce(jsonb_agg(jsonb_build_object('netboxId', p.netbox_id, 'address', p.content ->> 'mac') order by p.netbox_id)
        filter (where p.object_type = 'dcim.macaddress'), '[]') as macs,
      coalesce(array_agg(p.content ->> 'address' order by p.netbox_id)
        filter (where p.object_type = 'ipam.ipaddress'), '{}') as addresses
    from inventory_objects o
    left join inventory_objects p on p.device_netbox_id = o.device_netbox_id and p.tombstoned_at is null
      and p.object_type in ('dcim.macaddress', 'ipam.ipaddress') and (p.content ->> 'assignedId')::bigint = o.netbox_id
    where o.object_type = 'dcim.interface' and o.device_netbox_id = ${device} and o.tombstoned_at is null
    group by o.netbox_id, o.content
  `.execute(db);
  return rows
    .map(({ macs, primaryMacId, ...row }) => {
      const peer = peers.get(`dcim.interface:${row.netboxId}`);
      return {
        ...row,
        // The interface says which is primary: the MAC address itself would, at the cost of a query each.
        macs: macs.map((mac) => ({ ...mac, primary: mac.netboxId === primaryMacId })),
        cabling: cablingOf(peer, allCablesKnown),
        peer:
          peer === undefined || peer === null
            ? null
            : {
                deviceId: peer.deviceId,
                device: peer.device,
                port: peer.port,
                cableId: peer.cableId,
                cableStatus: peer.cableStatus,
              },
      };
    })
    .sort((a, b) => byName.compare(a.name, b.name));
}

function cablingOf(peer: FarEnd | undefined, allCablesKnown: boolean): Components['interfaces'][number]['cabling'] {
  if (peer !== undefined) return 'cabled';
  return allCablesKnown ? 'not-cabled' : 'unknown';
}

async function frusOf(db: Db, device: number): Promise<Components['frus']> {
  const { rows } = await sql<Components['frus'][number]>`
    select netbox_id as "netboxId", coalesce(content ->> 'bay', '') as slot, coalesce(content ->> 'model', '') as model,
           content ->> 'manufacturer' as manufacturer, content ->> 'partNumber' as "partNumber",
           content ->> 'serial' as serial, coalesce(content ->> 'status', 'unknown') as status
    from inventory_objects
    where object_type = 'dcim.module' and device_netbox_id = ${device} and tombstoned_at is null
  `.execute(db);
  return [...rows].sort((a, b) => byName.compare(a.slot, b.slot));
}

async function consoleLinksOf(
  db: Db,
  device: number,
  peers: ReadonlyMap<string, FarEnd>,
): Promise<Components['consoleLinks']> {
  const { rows } = await sql<{ netboxId: number; port: string }>`
    select netbox_id as "netboxId", content ->> 'name' as port from inventory_objects
    where object_type = 'dcim.consoleport' and device_netbox_id = ${device} and tombstoned_at is null
  `.execute(db);
  return rows
    .flatMap(({ netboxId, port }) => {
      const peer = peers.get(`dcim.consoleport:${netboxId}`);
      if (peer === undefined || peer === null) return [];
      return [{ port, server: peer.device, serverDeviceId: peer.deviceId, serverPort: peer.port }];
    })
    .sort((a, b) => byName.compare(a.port, b.port));
}

/** Prefixes that hold one of the device's addresses, in the same VRF; the widest first. */
async function prefixesOf(db: Db, device: number): Promise<Components['prefixes']> {
  const { rows } = await sql<Components['prefixes'][number]>`
    select p.netbox_id as "netboxId", p.content ->> 'prefix' as prefix, p.content ->> 'vrf' as vrf,
           coalesce(p.content ->> 'status', 'unknown') as status, s.slug as "siteSlug"
    from inventory_objects p
    left join sites s on p.content ->> 'scopeType' = 'dcim.site' and s.netbox_id = (p.content ->> 'scopeId')::bigint
    where p.object_type = 'ipam.prefix' and p.tombstoned_at is null and exists (
      select from inventory_objects a
      where a.object_type = 'ipam.ipaddress' and a.device_netbox_id = ${device} and a.tombstoned_at is null
        and (a.content ->> 'vrf') is not distinct from (p.content ->> 'vrf')
        and (p.content ->> 'prefix')::inet >>= host((a.content ->> 'address')::inet)::inet)
    order by (p.content ->> 'prefix')::inet, p.netbox_id
  `.execute(db);
  return [...rows];
}

async function degradedTypes(db: Db): Promise<Components['degraded']> {
  const rows = await db
    .selectFrom('inventory_types')
    .select(['object_type', 'degraded_detail', 'degraded_since'])
    .where('degraded_code', 'is not', null)
    .orderBy('object_type')
    .execute();
  return rows.flatMap((row) =>
    row.degraded_since === null
      ? []
      : [
          {
            objectType: row.object_type,
            detail: row.degraded_detail ?? '',
            since: row.degraded_since.toISOString(),
          },
        ],
  );
}
