import { sql } from 'kysely';
import type { Db, Trx } from '../database/database.ts';
import type { MirroredType } from './object-types.ts';

export interface TypeState {
  readonly generation: number;
  /** Up to when changes have been read; null before the first complete walk. */
  readonly polledUntil: Date | null;
  readonly lastSweepAt: Date | null;
}

/** Begins a poll or sweep of a type: gives it the next generation. */
export async function beginGeneration(db: Db, objectType: MirroredType): Promise<TypeState> {
  const row = await db
    .insertInto('inventory_types')
    .values({ object_type: objectType, generation: 1, degraded_code: null, degraded_detail: null })
    .onConflict((on) =>
      on.column('object_type').doUpdateSet((eb) => ({ generation: eb('inventory_types.generation', '+', 1) })),
    )
    .returning(['generation', 'polled_until', 'last_sweep_at'])
    .executeTakeFirstOrThrow();
  return { generation: row.generation, polledUntil: row.polled_until, lastSweepAt: row.last_sweep_at };
}

/** Notes that all changes up to `until` (NetBox's clock) are in the mirror. */
export async function notePolled(db: Db, objectType: MirroredType, until: Date, at: Date): Promise<void> {
  await db
    .updateTable('inventory_types')
    .set({ polled_until: until, last_poll_at: at })
    .where('object_type', '=', objectType)
    .execute();
}

/** Notes that the types had no changes. How far changes have been read stays: the next poll looks that much further back. */
export async function noteUnchanged(db: Db, objectTypes: readonly MirroredType[], at: Date): Promise<void> {
  if (objectTypes.length === 0) return;
  await db.updateTable('inventory_types').set({ last_poll_at: at }).where('object_type', 'in', objectTypes).execute();
}

/** Notes a complete sweep that began at `until` (NetBox's clock). Answers how many live objects the type has. */
export async function noteSwept(db: Db, objectType: MirroredType, until: Date, at: Date): Promise<number> {
  const { rows } = await sql<{ objects: number }>`
    update inventory_types set polled_until = ${until}, last_poll_at = ${at}, last_sweep_at = ${at},
      objects = (select count(*) from inventory_objects o where o.object_type = ${objectType} and o.tombstoned_at is null)
    where object_type = ${objectType} returning objects
  `.execute(db);
  return rows[0]?.objects ?? 0;
}

/** What keeps a type from being complete, for people. */
export interface TypeDegradation {
  readonly code: string;
  readonly detail: string;
}

/** Shows the type as degraded, or as whole again when null. Writes only when that changes. Answers since when it is degraded. */
export async function setDegraded(
  db: Db | Trx,
  objectType: MirroredType,
  degradation: TypeDegradation | null,
  at: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    update inventory_types set degraded_code = ${degradation?.code ?? null}, degraded_detail = ${degradation?.detail ?? null},
      degraded_since = case when ${degradation === null} then null
                            when degraded_code = ${degradation?.code ?? null} then degraded_since else ${at}::timestamptz end
    where object_type = ${objectType}
      and (degraded_code is distinct from ${degradation?.code ?? null}
        or degraded_detail is distinct from ${degradation?.detail ?? null})
    returning degraded_since as since
  `.execute(db);
  if (rows[0] !== undefined) return rows[0].since;
  const held = await db
    .selectFrom('inventory_types')
    .select('degraded_since')
    .where('object_type', '=', objectType)
    .executeTakeFirst();
  return held?.degraded_since ?? null;
}

/** NetBox ids of the sites that hold mirrored devices. */
export async function sitesInScope(db: Db | Trx): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct (content ->> 'siteId')::bigint as id from inventory_objects
    where object_type = 'dcim.device' and tombstoned_at is null order by id
  `.execute(db);
  return rows.map((row) => row.id);
}
