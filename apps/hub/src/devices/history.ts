import type { HistoryEntry } from '@fleet-manager/contract/api/devices';
import { FleetError } from '@fleet-manager/contract/errors';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { type CursorCodec, pageOfRows } from '../http/cursor.ts';
import { type Principal, withinSites } from '../http/principal.ts';

const LIST = 'device-history';
const Position = z.tuple([z.string(), z.enum(['status', 'condition', 'inventory']), z.number()]);
type Entry = z.input<typeof HistoryEntry>;

/** Status, conditions and NetBox fields of one device in one line of time, newest first. */
export async function deviceHistory(
  { db, cursors }: { readonly db: Db; readonly cursors: CursorCodec },
  principal: Principal,
  deviceId: string,
  page: { readonly limit: number; readonly cursor: string | undefined },
): Promise<{ items: Entry[]; nextCursor: string | null }> {
  const device = await db
    .selectFrom('devices as d')
    .select('d.id')
    .where('d.id', '=', deviceId)
    .where(withinSites(principal, 'd.site_slug'))
    .executeTakeFirst();
  if (device === undefined) throw new FleetError('FM_NOT_FOUND', `no device ${deviceId}`);
  const after = page.cursor === undefined ? undefined : cursors.decode(LIST, page.cursor, Position);
  const beyond = (kind: string) =>
    after === undefined
      ? sql`true`
      : sql`(at, ${kind}::text, id) < (${after[0]}::timestamptz, ${after[1]}::text, ${after[2]}::bigint)`;
  const limit = page.limit + 1;
  const { rows } = await sql<Omit<Entry, 'id' | 'at'> & { n: number; at: Date; at_text: string }>`
    select *, at::text as at_text from (
      (select id as n, at, 'status' as kind, 'operational_status' as subject, old_status as "from", new_status as "to",
          'Derived' as reason, summary as message, cause as source
        from status_history where device_id = ${deviceId} and ${beyond('status')} order by at desc, id desc limit ${limit})
      union all
      (select id, at, 'condition', type, old_status, new_status, reason, message, source
        from condition_history where device_id = ${deviceId} and ${beyond('condition')} order by at desc, id desc limit ${limit})
      union all
      (select id, at, 'inventory', field, old_value, new_value, 'ChangedInNetBox', field || ' changed in NetBox', 'netbox-agent'
        from device_inventory_history where device_id = ${deviceId} and ${beyond('inventory')} order by at desc, id desc limit ${limit})
    ) h order by at desc, kind desc, n desc limit ${limit}
  `.execute(db);
  const cut = pageOfRows(rows, page.limit, (last) => cursors.encode(LIST, [last.at_text, last.kind, last.n]));
  return {
    items: cut.rows.map(({ n, at, at_text: _text, ...entry }) => ({
      ...entry,
      id: `${entry.kind}-${n}`,
      at: at.toISOString(),
    })),
    nextCursor: cut.nextCursor,
  };
}
