import { sql } from 'kysely';
import type { Trx } from '../database/database.ts';

interface IpRef {
  readonly id: number;
  readonly address: string | null;
}

/** All that the mirror knows of one device and that its row shows, joined. */
export interface DeviceFacts {
  readonly netboxId: number;
  readonly tombstonedAt: Date | null;
  readonly tombstoneReason: string | null;
  readonly name: string | null;
  readonly serial: string | null;
  readonly assetTag: string | null;
  readonly status: string;
  readonly position: number | null;
  readonly siteId: number;
  readonly site: string | null;
  readonly location: string | null;
  readonly rack: string | null;
  readonly roleId: number;
  readonly deviceTypeId: number;
  readonly deviceType: string | null;
  readonly cluster: string | null;
  readonly tags: readonly { readonly id: number; readonly slug: string }[];
  readonly customFields: Readonly<Record<string, unknown>>;
  readonly primaryIp: IpRef | null;
  readonly oobIp: IpRef | null;
  readonly macs: readonly string[];
  readonly addresses: readonly { readonly id: number; readonly address: string }[];
}

/** Reads the facts of some devices. Tombstoned neighbours count too: a rack that is gone is still what the device was last seen in. */
export async function readDeviceFacts(trx: Trx, netboxIds: readonly number[]): Promise<readonly DeviceFacts[]> {
  const { rows } = await sql<DeviceFacts>`
    select o.netbox_id as "netboxId", o.tombstoned_at as "tombstonedAt", o.tombstone_reason as "tombstoneReason",
      o.content ->> 'name' as name, o.content ->> 'serial' as serial, o.content ->> 'assetTag' as "assetTag",
      o.content ->> 'status' as status, (o.content ->> 'position')::float8 as position,
      (o.content ->> 'siteId')::bigint as "siteId", site.content ->> 'slug' as site,
      location.content ->> 'name' as location, rack.content ->> 'name' as rack,
      (o.content ->> 'roleId')::bigint as "roleId", (o.content ->> 'deviceTypeId')::bigint as "deviceTypeId",
      device_type.content ->> 'model' as "deviceType", cluster.content ->> 'name' as cluster,
      coalesce(o.content -> 'tags', '[]') as tags, coalesce(o.content -> 'customFields', '{}') as "customFields",
      coalesce(nullif(o.content -> 'primaryIp4', 'null'), nullif(o.content -> 'primaryIp6', 'null')) as "primaryIp",
      nullif(o.content -> 'oobIp', 'null') as "oobIp",
      coalesce(part.macs, '{}') as macs, coalesce(part.addresses, '[]') as addresses
    from inventory_objects o
    ${neighbour('site', 'dcim.site', 'siteId')}
    ${neighbour('location', 'dcim.location', 'locationId')}
    ${neighbour('rack', 'dcim.rack', 'rackId')}
    ${neighbour('device_type', 'dcim.devicetype', 'deviceTypeId')}
    ${neighbour('cluster', 'virtualization.cluster', 'clusterId')}
    left join lateral (
      select array_agg(distinct p.content ->> 'mac' order by p.content ->> 'mac')
               filter (where p.object_type = 'dcim.macaddress') as macs,
             jsonb_agg(jsonb_build_object('id', p.netbox_id, 'address', p.content ->> 'address') order by p.netbox_id)
               filter (where p.object_type = 'ipam.ipaddress') as addresses
      from inventory_objects p
      where p.device_netbox_id = o.netbox_id and p.object_type in ('dcim.macaddress', 'ipam.ipaddress')
        and p.tombstoned_at is null
    ) part on true
    where o.object_type = 'dcim.device' and o.netbox_id = any(${netboxIds}::bigint[])
    order by o.netbox_id
  `.execute(trx);
  return rows;
}

function neighbour(alias: string, objectType: string, key: string) {
  const name = sql.ref(alias);
  return sql`left join inventory_objects ${name} on ${name}.object_type = ${objectType}
    and ${name}.netbox_id = (o.content ->> ${key}::text)::bigint`;
}
