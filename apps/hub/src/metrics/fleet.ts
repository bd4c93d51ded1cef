import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

/** A scrape must end before Prometheus gives up on it (10 s by default). */
const READ_WITHIN_MS = 5_000;

export type Fleet = Awaited<ReturnType<typeof readFleet>>;

/** What the metrics tell of the fleet: a handful of counts, whatever its size. */
async function readFleet(db: Db) {
  const [devices, findings, agents, coverage, types, counter] = await Promise.all([
    db
      .selectFrom('devices')
      .select(['site_slug', 'operational_status', 'device_class', sql<number>`count(*)::int`.as('n')])
      .where('deleted_at', 'is', null)
      .groupBy(['site_slug', 'operational_status', 'device_class'])
      .execute(),
    db
      .selectFrom('findings')
      .select(['kind', sql<number>`count(*)::int`.as('n')])
      .where('state', '!=', 'resolved')
      .groupBy('kind')
      .execute(),
    db
      .selectFrom('agents')
      .select(['client_id', 'state', 'last_heartbeat_at', 'clock_skew_seconds', 'loops', 'degraded'])
      .execute(),
    db.selectFrom('condition_coverage').select(['source', 'scope', 'observed_at']).execute(),
    db
      .selectFrom('inventory_types')
      .select(['object_type', 'objects', 'last_poll_at', 'last_sweep_at', 'degraded_code'])
      .execute(),
    db.selectFrom('event_counter').select('last_id').executeTakeFirstOrThrow(),
  ]);
  return { devices, findings, agents, coverage, types, newestEvent: counter.last_id };
}

/**
 * Reads the fleet once for all the metrics of a scrape, and for scrapes that overlap. Undefined when the database does not
 * answer in time: a hub in trouble must still be able to say so.
 */
export function fleetReader(db: Db): () => Promise<Fleet | undefined> {
  let underWay: Promise<Fleet | undefined> | undefined;
  return () => {
    underWay ??= withinTime(readFleet(db)).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

async function withinTime(reading: Promise<Fleet>): Promise<Fleet | undefined> {
  const over = new AbortController();
  const late = sleep(READ_WITHIN_MS, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
  try {
    return await Promise.race([reading, late]);
  } catch {
    // Shown as `fleet_manager_database_up 0`; the readiness page says why.
    return undefined;
  } finally {
    over.abort();
    reading.catch(() => undefined);
  }
}
