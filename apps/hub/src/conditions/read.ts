import type { Condition } from '@fleet-manager/domain/condition';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../database/database.ts';

/** A condition as held, with the observation that counts: its own, or the newer watermark of the scope that covers it. */
export interface HeldCondition extends Condition {
  readonly deviceId: string;
  /** When the source itself said it last; `observedAt` may be later through coverage. */
  readonly ownObservedAt: Date;
  readonly evidence: Record<string, unknown>;
}

/** SQL for the observation that counts, of tables aliased `c` (conditions) and `w` (condition_coverage, left-joined). */
export const EFFECTIVE_OBSERVED_AT: RawBuilder<Date> = sql<Date>`greatest(c.observed_at, case when c.covered then w.observed_at end)`;

/** The conditions of some devices, in a stable order. `evidence` is left empty unless asked for: it is the bulk of a row. */
export async function conditionsOf(
  db: Db | Trx,
  deviceIds: readonly string[],
  options: { evidence: boolean },
): Promise<Map<string, HeldCondition[]>> {
  const found = new Map<string, HeldCondition[]>();
  if (deviceIds.length === 0) return found;
  const rows = await db
    .selectFrom('conditions as c')
    .leftJoin('condition_coverage as w', (join) =>
      join.onRef('w.source', '=', 'c.source').onRef('w.scope', '=', 'c.scope'),
    )
    .select([
      'c.device_id as deviceId',
      'c.type',
      'c.source',
      'c.status',
      'c.reason',
      'c.message',
      'c.observed_at as ownObservedAt',
      'c.last_transition_at as lastTransitionAt',
      EFFECTIVE_OBSERVED_AT.as('observedAt'),
    ])
    .$if(options.evidence, (query) => query.select('c.evidence'))
    .where('c.device_id', '=', sql<string>`any(${deviceIds}::uuid[])`)
    .orderBy('c.device_id')
    .orderBy('c.type')
    .orderBy('c.source')
    .execute();
  for (const row of rows) {
    const list = found.get(row.deviceId);
    const held = { ...row, evidence: row.evidence ?? {} };
    if (list === undefined) found.set(row.deviceId, [held]);
    else list.push(held);
  }
  return found;
}
