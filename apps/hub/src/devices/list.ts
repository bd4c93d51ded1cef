import type { DeviceFacets, DeviceFilter, DeviceQuery, DeviceSummary } from '@fleet-manager/contract/api/devices';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { type CursorCodec, pageOfRows } from '../http/cursor.ts';
import type { Principal } from '../http/principal.ts';
import { deviceWhere } from './filter.ts';
import { presentSummary, selectSummaries } from './summary.ts';

type SortKey = 'name' | 'status' | 'statusSince' | 'rack' | 'site' | 'role';

/** The column each order goes by, and its type, so that a cursor compares exactly as the rows do. */
const SORTS: Readonly<Record<SortKey, { readonly column: RawBuilder<unknown>; readonly type: RawBuilder<unknown> }>> = {
  name: { column: sql`d.name`, type: sql`text` },
  status: { column: sql`d.operational_status`, type: sql`text` },
  statusSince: { column: sql`d.status_since`, type: sql`timestamptz` },
  rack: { column: sql`coalesce(d.rack, '')`, type: sql`text` },
  site: { column: sql`d.site_slug`, type: sql`text` },
  role: { column: sql`d.role`, type: sql`text` },
};
const Position = z.tuple([z.string(), z.uuid()]);

/** One page of devices. The order is by the sort column, then by id, so that it is total. */
export async function listDevices(
  { db, cursors, now }: { readonly db: Db; readonly cursors: CursorCodec; readonly now: Date },
  principal: Principal,
  query: DeviceQuery,
): Promise<{ items: DeviceSummary[]; nextCursor: string | null }> {
  const descending = query.sort.startsWith('-');
  const { column, type } = SORTS[sortKey(query.sort)];
  const list = `devices ${query.sort}`;
  let rows = selectSummaries(db)
    .select(sql<string>`${column}::text`.as('sort_value'))
    .where(deviceWhere(query, principal, now));
  if (query.cursor !== undefined) {
    const [value, id] = cursors.decode(list, query.cursor, Position);
    const beyond = sql.raw(descending ? '<' : '>');
    rows = rows.where(sql<boolean>`(${column}, d.id) ${beyond} (${value}::${type}, ${id}::uuid)`);
  }
  const direction = descending ? 'desc' : 'asc';
  const read = await rows
    .orderBy(column, direction)
    .orderBy('d.id', direction)
    .limit(query.limit + 1)
    .execute();
  const page = pageOfRows(read, query.limit, (last) => cursors.encode(list, [last.sort_value, last.id]));
  return { items: page.rows.map(presentSummary), nextCursor: page.nextCursor };
}

const SortKey = z.enum(['name', 'status', 'statusSince', 'rack', 'site', 'role']);
const sortKey = (sort: string): SortKey => SortKey.parse(sort.replace(/^-/, ''));

/** How many devices match, by value of each field, in one pass over them. */
export async function deviceFacets(
  db: Db,
  principal: Principal,
  filter: z.output<typeof DeviceFilter>,
  now: Date,
): Promise<z.input<typeof DeviceFacets>> {
  const { rows } = await sql<{
    facet: 'total' | 'status' | 'site' | 'rack' | 'role' | 'class' | 'tag';
    value: string;
    n: number;
  }>`
    with m as materialized (
      select d.operational_status, d.site_slug, d.rack, d.role, d.device_class, d.tags
      from devices d where ${deviceWhere(filter, principal, now)}
    )
    select 'total' as facet, '' as value, count(*)::int as n from m
    union all select 'status', operational_status, count(*)::int from m group by 2
    union all select 'site', site_slug, count(*)::int from m group by 2
    union all select 'rack', rack, count(*)::int from m where rack is not null group by 2
    union all select 'role', role, count(*)::int from m group by 2
    union all select 'class', device_class, count(*)::int from m where device_class is not null group by 2
    union all select 'tag', tag, count(*)::int from m, unnest(m.tags) as tag group by 2
  `.execute(db);
  const of = (facet: string) =>
    Object.fromEntries(rows.filter((row) => row.facet === facet).map((row) => [row.value, row.n]));
  return {
    total: rows.find((row) => row.facet === 'total')?.n ?? 0,
    status: of('status'),
    site: of('site'),
    rack: of('rack'),
    role: of('role'),
    class: of('class'),
    tag: of('tag'),
  };
}
