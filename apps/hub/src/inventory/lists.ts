import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import type { CursorCodec } from '../http/cursor.ts';
import { type Principal, withinSites } from '../http/principal.ts';
import { listPage, type Placed } from './list-page.ts';

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}
interface SitePageQuery extends PageQuery {
  readonly site: readonly string[];
}
type Who = Pick<Principal, 'sites'>;

/** The lists of what NetBox knows, each sorted by name (sites, types, roles and tags by slug), within the caller's sites. */
export class InventoryLists {
  readonly #db: Db;
  readonly #cursors: CursorCodec;

  constructor(db: Db, cursors: CursorCodec) {
    this.#db = db;
    this.#cursors = cursors;
  }

  /** Sites that hold mirrored devices or have an agent: a company's NetBox knows many more. */
  sites(query: PageQuery, who: Who) {
    return listPage(this.#cursors, 'sites', query, (after, limit) =>
      sql<
        Placed & {
          slug: string;
          name: string;
          status: string;
          region: string | null;
          facility: string | null;
          timeZone: string | null;
          satellites: string[];
          deviceCount: number;
          openstackVariant: 'nova' | 'standalone' | 'unknown';
        }
      >`
        with counts as (select site_slug, count(*) as devices from devices where deleted_at is null group by site_slug),
        agent_sites as (
          select s.slug, array_agg(distinct a.satellite order by a.satellite) filter (where a.satellite is not null) as satellites,
                 min(nullif(a.openstack_variant, 'unknown')) as variant
          from agents a, unnest(a.site_slugs) as s (slug) group by s.slug
        ),
        listed as (
          select s.slug as sort, s.netbox_id as "netboxId", s.slug, s.name, s.status, s.region, s.facility,
                 s.time_zone as "timeZone", coalesce(a.satellites, '{}') as satellites, coalesce(c.devices, 0) as "deviceCount",
                 coalesce(a.variant, 'unknown') as "openstackVariant"
          from sites s
          left join counts c on c.site_slug = s.slug
          left join agent_sites a on a.slug = s.slug
          where s.tombstoned_at is null and (c.devices > 0 or a.slug is not null) and ${withinSites(who, 's.slug')}
        )
        select * from listed where ${after} order by sort, "netboxId" limit ${limit}
      `.execute(this.#db),
    );
  }

  locations(query: SitePageQuery, who: Who) {
    return listPage(this.#cursors, 'locations', query, (after, limit) =>
      sql<Placed & { slug: string; name: string; siteSlug: string; parent: string | null; status: string }>`
        with listed as (
          select o.content ->> 'name' as sort, o.netbox_id as "netboxId", o.content ->> 'slug' as slug,
                 o.content ->> 'name' as name, s.slug as "siteSlug", parent.content ->> 'name' as parent,
                 coalesce(o.content ->> 'status', 'unknown') as status
          from inventory_objects o
          join sites s on s.netbox_id = o.site_netbox_id
          left join inventory_objects parent on parent.object_type = 'dcim.location'
            and parent.netbox_id = (o.content ->> 'parentId')::bigint
          where o.object_type = 'dcim.location' and o.tombstoned_at is null
            and ${withinSites(who, 's.slug')} and ${amongSites(query.site)}
        )
        select * from listed where ${after} order by sort, "netboxId" limit ${limit}
      `.execute(this.#db),
    );
  }

  racks(query: SitePageQuery, who: Who) {
    return listPage(this.#cursors, 'racks', query, (after, limit) =>
      sql<
        Placed & {
          name: string;
          siteSlug: string;
          location: string | null;
          role: string | null;
          status: string;
          heightUnits: number;
          deviceCount: number;
        }
      >`
        with counts as (
          select (content ->> 'rackId')::bigint as rack, count(*) as devices from inventory_objects
          where object_type = 'dcim.device' and tombstoned_at is null group by 1
        ),
        listed as (
          select o.content ->> 'name' as sort, o.netbox_id as "netboxId", o.content ->> 'name' as name,
                 s.slug as "siteSlug", location.content ->> 'name' as location, o.content ->> 'role' as role,
                 coalesce(o.content ->> 'status', 'unknown') as status,
                 coalesce(round((o.content ->> 'uHeight')::numeric), 0)::int as "heightUnits",
                 coalesce(c.devices, 0) as "deviceCount"
          from inventory_objects o
          join sites s on s.netbox_id = o.site_netbox_id
          left join counts c on c.rack = o.netbox_id
          left join inventory_objects location on location.object_type = 'dcim.location'
            and location.netbox_id = (o.content ->> 'locationId')::bigint
          where o.object_type = 'dcim.rack' and o.tombstoned_at is null
            and ${withinSites(who, 's.slug')} and ${amongSites(query.site)}
        )
        select * from listed where ${after} order by sort, "netboxId" limit ${limit}
      `.execute(this.#db),
    );
  }

  deviceTypes(query: PageQuery) {
    return listPage(this.#cursors, 'device-types', query, (after, limit) =>
      sql<
        Placed & { slug: string; model: string; manufacturer: string; partNumber: string | null; heightUnits: number }
      >`
        with listed as (
          select content ->> 'slug' as sort, netbox_id as "netboxId", content ->> 'slug' as slug,
                 content ->> 'model' as model, coalesce(content ->> 'manufacturer', '') as manufacturer,
                 content ->> 'partNumber' as "partNumber", coalesce((content ->> 'uHeight')::float8, 0) as "heightUnits"
          from inventory_objects where object_type = 'dcim.devicetype' and tombstoned_at is null
        )
        select * from listed where ${after} order by sort, "netboxId" limit ${limit}
      `.execute(this.#db),
    );
  }

  deviceRoles(query: PageQuery) {
    return listPage(this.#cursors, 'device-roles', query, (after, limit) =>
      sql<Placed & { slug: string; name: string; parent: string | null }>`
        with listed as (
          select o.content ->> 'slug' as sort, o.netbox_id as "netboxId", o.content ->> 'slug' as slug,
                 o.content ->> 'name' as name, parent.content ->> 'slug' as parent
          from inventory_objects o
          left join inventory_objects parent on parent.object_type = 'dcim.devicerole'
            and parent.netbox_id = (o.content ->> 'parentId')::bigint
          where o.object_type = 'dcim.devicerole' and o.tombstoned_at is null
        )
        select * from listed where ${after} order by sort, "netboxId" limit ${limit}
      `.execute(this.#db),
    );
  }

  /** `mirrored`: devices of the cluster are in the mirror. */
  clusters(query: PageQuery, who: Who) {
    return listPage(this.#cursors, 'clusters', query, (after, limit) =>
      sql<Placed & { name: string; type: string | null; siteSlug: string | null; status: string; mirrored: boolean }>`
        with mirrored as (
          select distinct (content ->> 'clusterId')::bigint as id from inventory_objects
          where object_type = 'dcim.device' and tombstoned_at is null
        ),
        listed as (
          select o.content ->> 'name' as sort, o.netbox_id as "netboxId", o.content ->> 'name' as name,
                 o.content ->> 'type' as type, s.slug as "siteSlug", coalesce(o.content ->> 'status', 'unknown') as status,
                 m.id is not null as mirrored
          from inventory_objects o
          left join sites s on o.content ->> 'scopeType' = 'dcim.site' and s.netbox_id = (o.content ->> 'scopeId')::bigint
          left join mirrored m on m.id = o.netbox_id
          where o.object_type = 'virtualization.cluster' and o.tombstoned_at is null
            and (s.slug is null or ${withinSites(who, 's.slug')})
        )
        select * from listed where ${after} order by sort, "netboxId" limit ${limit}
      `.execute(this.#db),
    );
  }

  /** Counts of devices are those of the caller's sites. */
  tags(query: PageQuery, who: Who) {
    return listPage(this.#cursors, 'tags', query, (after, limit) =>
      sql<Placed & { slug: string; name: string; deviceCount: number }>`
        with counts as (
          select t.slug, count(*) as devices from devices d, unnest(d.tags) as t (slug)
          where d.deleted_at is null and ${withinSites(who, 'd.site_slug')} group by t.slug
        ),
        listed as (
          select o.content ->> 'slug' as sort, o.netbox_id as "netboxId", o.content ->> 'slug' as slug,
                 o.content ->> 'name' as name, coalesce(c.devices, 0) as "deviceCount"
          from inventory_objects o left join counts c on c.slug = o.content ->> 'slug'
          where o.object_type = 'extras.tag' and o.tombstoned_at is null
        )
        select * from listed where ${after} order by sort, "netboxId" limit ${limit}
      `.execute(this.#db),
    );
  }
}

function amongSites(slugs: readonly string[]) {
  return slugs.length === 0 ? sql<boolean>`true` : sql<boolean>`s.slug = any(${slugs}::text[])`;
}
