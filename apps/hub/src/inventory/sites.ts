import { sql } from 'kysely';
import type { Trx } from '../database/database.ts';
import type { ChangedRow } from './objects.ts';

/** Copies the sites that changed from the mirror into the table that everything else reads. */
export async function projectSites(trx: Trx, changes: readonly ChangedRow[]): Promise<void> {
  const ids = changes.map((change) => change.netboxId);
  // Tombstones first: a slug may have gone from one site to another, and live slugs are unique.
  await sql`
    update sites s set tombstoned_at = o.tombstoned_at
    from inventory_objects o
    where o.object_type = 'dcim.site' and o.netbox_id = s.netbox_id and s.netbox_id = any(${ids}::bigint[])
      and o.tombstoned_at is not null
  `.execute(trx);
  // A slug that another live row still holds is stale there: that row is in this change too, or its change is on its way.
  await sql`
    update sites s set slug = s.slug || '~' || s.netbox_id
    from inventory_objects o
    where o.object_type = 'dcim.site' and o.netbox_id = any(${ids}::bigint[]) and o.tombstoned_at is null
      and s.slug = o.content ->> 'slug' and s.netbox_id <> o.netbox_id and s.tombstoned_at is null
  `.execute(trx);
  await sql`
    insert into sites (netbox_id, slug, name, status, region, facility, time_zone)
    select o.netbox_id, o.content ->> 'slug', o.content ->> 'name', o.content ->> 'status', o.content ->> 'region',
           o.content ->> 'facility', o.content ->> 'timeZone'
    from inventory_objects o
    where o.object_type = 'dcim.site' and o.netbox_id = any(${ids}::bigint[]) and o.tombstoned_at is null
    on conflict (netbox_id) do update set
      slug = excluded.slug, name = excluded.name, status = excluded.status, region = excluded.region,
      facility = excluded.facility, time_zone = excluded.time_zone, tombstoned_at = null
  `.execute(trx);
}
