import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { type Principal, withinSites } from '../http/principal.ts';

/** The far end of the cable at a port; null when NetBox tells of the cable and of no far end. */
export type FarEnd = CablePeer | null;

export interface CablePeer {
  /** Null when the far device is not mirrored, or lies outside the caller's sites. */
  readonly deviceId: string | null;
  readonly device: string;
  readonly port: string;
  readonly cableId: number;
  readonly cableStatus: string;
}

const UNSEEN = 'a device that is not mirrored';

/**
 * What a device's cabled ports lead to, by port (`dcim.interface:12`). NetBox takes one cable a port: where the mirror holds
 * two, the older one has been re-made and its deletion is not seen yet. Of a fan-out cable the first far port is told.
 */
export async function peersOf(
  db: Db,
  device: number,
  who: Pick<Principal, 'sites'>,
): Promise<ReadonlyMap<string, FarEnd>> {
  const { rows } = await sql<{
    near: string;
    far: string | null;
    cableId: number;
    cableStatus: string;
    deviceId: string | null;
    device: string | null;
    port: string | null;
  }>`
    with ports as (
      select object_type || ':' || netbox_id as port from inventory_objects
      where device_netbox_id = ${device} and tombstoned_at is null
        and object_type in ('dcim.interface', 'dcim.consoleport', 'dcim.consoleserverport')
    ),
    cables as (
      select netbox_id, content from inventory_objects
      where object_type = 'dcim.cable' and tombstoned_at is null
        and ((content -> 'a') || (content -> 'b')) ?| (select coalesce(array_agg(port), '{}') from ports)
    ),
    ends as (
      select distinct on (p.port) p.port as near, c.netbox_id as "cableId",
             coalesce(c.content ->> 'status', 'unknown') as "cableStatus",
             case when c.content -> 'a' ? p.port then c.content -> 'b' ->> 0 else c.content -> 'a' ->> 0 end as far
      from ports p join cables c on ((c.content -> 'a') || (c.content -> 'b')) ? p.port
      order by p.port, c.netbox_id desc
    )
    select e.*, d.id as "deviceId", d.name as device, case when d.id is null then null else o.content ->> 'name' end as port
    from ends e
    left join inventory_objects o on o.object_type = split_part(e.far, ':', 1)
      and o.netbox_id = nullif(split_part(e.far, ':', 2), '')::bigint and o.tombstoned_at is null
    left join devices d on d.netbox_id = o.device_netbox_id and d.deleted_at is null and ${withinSites(who, 'd.site_slug')}
  `.execute(db);
  return new Map(
    rows.map(({ near, far, ...row }) => [
      near,
      far === null ? null : { ...row, device: row.device ?? UNSEEN, port: row.port ?? far },
    ]),
  );
}
