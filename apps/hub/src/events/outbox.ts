import type { EventKind } from '@fleet-manager/contract/api/agents';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../database/database.ts';

/** Channel on which the newest id is announced. */
export const EVENTS_CHANNEL = 'fm_events';

export interface NewEvent {
  readonly kind: z.infer<typeof EventKind>;
  readonly siteSlug: string | null;
  readonly deviceId: string | null;
  /** Small, and without secrets: every reader of the site may see it. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Writes events; call it **last** in the transaction. It takes the lock on the counter row and holds it until the commit,
 * so ids are given in commit order and without gaps: a reader that has seen N has seen everything below N.
 */
export async function appendEvents(trx: Trx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = JSON.stringify(
    events.map((event) => ({
      kind: event.kind,
      site_slug: event.siteSlug,
      device_id: event.deviceId,
      data: event.data,
    })),
  );
  await sql`
    with counter as (
      update event_counter set last_id = last_id + ${events.length} where only_row returning last_id
    ), written as (
      insert into events (id, at, kind, site_slug, device_id, data)
      select counter.last_id - ${events.length} + e.ord, clock_timestamp(), e.row ->> 'kind', e.row ->> 'site_slug',
             (e.row ->> 'device_id')::uuid, e.row -> 'data'
      from counter, jsonb_array_elements(${rows}::jsonb) with ordinality as e (row, ord)
    )
    select pg_notify(${EVENTS_CHANNEL}, last_id::text) from counter
  `.execute(trx);
}
