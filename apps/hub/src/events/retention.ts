import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

const KEEP_MS = 3 * 24 * 3600_000;
const BATCH = 10_000;

/** Newest id that retention has deleted: a reader whose cursor is older has missed events. */
export async function deletedUpTo(db: Db): Promise<number> {
  const row = await db.selectFrom('event_retention').select('deleted_up_to').executeTakeFirstOrThrow();
  return row.deleted_up_to;
}

/** Deletes events older than three days, in pieces. The mark moves in the same transaction, so that no reader misses a gap. */
export async function sweepEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEEP_MS);
  for (;;) {
    const { rows } = await sql<{ deleted: number }>`
      with old as (
        select id from events where at < ${before} order by id limit ${BATCH}
      ), gone as (
        delete from events where id <= (select max(id) from old) returning id
      ), mark as (
        update event_retention set deleted_up_to = greatest(deleted_up_to, (select max(id) from gone)), deleted_at = ${now}
        where exists (select from gone)
      )
      select count(*)::int as deleted from gone
    `.execute(db);
    if ((rows[0]?.deleted ?? 0) < BATCH) return;
  }
}
