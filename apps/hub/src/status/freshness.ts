import { sql } from 'kysely';
import { sameTypes, staleTypesAt } from '../conditions/stale-types.ts';
import { coveredDevices, lockScope } from '../conditions/store.ts';
import type { Db, Trx } from '../database/database.ts';
import { withTransaction } from '../database/transaction.ts';
import { appendEvents } from '../events/outbox.ts';
import { deriveStatus } from './derive.ts';

const BATCH = 2_000;

/**
 * Re-derives the devices whose observations went stale (or fresh) since somebody last looked: nothing else tells when time
 * alone changes a status. Costs two small queries when nothing did. Answers how many devices it looked at.
 */
export async function evaluateFreshness(db: Db, now: Date): Promise<number> {
  let devices = 0;
  for (const scope of await scopesOutOfDate(db, now)) devices += await evaluateScope(db, scope, now);
  for (;;) {
    const batch = await withTransaction(db, (trx) => evaluateDue(trx, now));
    devices += batch;
    if (batch < BATCH) return devices;
  }
}

interface Scope {
  readonly source: string;
  readonly scope: string;
}

/** Whose watermark has crossed the freshness of some type since the status of its devices was derived. */
async function scopesOutOfDate(db: Db, now: Date): Promise<Scope[]> {
  const coverage = await db.selectFrom('condition_coverage').selectAll().orderBy('source').orderBy('scope').execute();
  return coverage.filter((row) => !sameTypes(row.stale_types, staleTypesAt(row.observed_at, now)));
}

function evaluateScope(db: Db, scope: Scope, now: Date): Promise<number> {
  return withTransaction(db, async (trx) => {
    await lockScope(trx, scope);
    const { source, scope: name } = scope;
    const held = await trx
      .selectFrom('condition_coverage')
      .select('observed_at')
      .where('source', '=', source)
      .where('scope', '=', name)
      .executeTakeFirst();
    if (held === undefined) return 0;
    await trx
      .updateTable('condition_coverage')
      .set({ stale_types: staleTypesAt(held.observed_at, now) })
      .where('source', '=', source)
      .where('scope', '=', name)
      .execute();
    const covered = await coveredDevices(trx, scope);
    const seen = held.observed_at.toISOString();
    const cause = `freshness: ${source} last walked ${name} at ${seen}`;
    await appendEvents(trx, await deriveStatus(trx, covered, { cause, now }));
    return covered.length;
  });
}

async function evaluateDue(trx: Trx, now: Date): Promise<number> {
  const due = await trx
    .selectFrom('devices')
    .select('id')
    .where('recheck_at', '<=', sql<Date>`${now}::timestamptz`)
    .orderBy('recheck_at')
    .limit(BATCH)
    .execute();
  const ids = due.map((device) => device.id);
  const cause = 'freshness: an observation went too old to count';
  await appendEvents(trx, await deriveStatus(trx, ids, { cause, now }));
  return ids.length;
}
