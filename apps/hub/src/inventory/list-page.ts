import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type CursorCodec, pageOfRows } from '../http/cursor.ts';

/** Where a row stands in its list: by text, then by NetBox id, which makes the order total. */
export interface Placed {
  readonly sort: string;
  readonly netboxId: number;
}

const Position = z.tuple([z.string(), z.int()]);

/**
 * One page of a list that is sorted by text. `read` gets the condition that holds for the rows after the cursor, over the
 * columns `sort` and `netbox_id` of a subquery, and one row more than the page takes.
 */
export async function listPage<T extends Placed>(
  cursors: CursorCodec,
  list: string,
  query: { readonly limit: number; readonly cursor?: string | undefined },
  read: (after: RawBuilder<boolean>, limit: number) => Promise<{ readonly rows: readonly T[] }>,
): Promise<{ readonly items: readonly T[]; readonly nextCursor: string | null }> {
  const position = query.cursor === undefined ? null : cursors.decode(list, query.cursor, Position);
  const after =
    position === null
      ? sql<boolean>`true`
      : sql<boolean>`(sort, "netboxId") > (${position[0]}, ${position[1]}::bigint)`;
  const { rows } = await read(after, query.limit + 1);
  const page = pageOfRows(rows, query.limit, (last) => cursors.encode(list, [last.sort, last.netboxId]));
  return { items: page.rows, nextCursor: page.nextCursor };
}
