import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { withTransaction } from '../database/transaction.ts';
import { appendEvents } from '../events/outbox.ts';

/** Keeps the rendered config contexts of some devices, by NetBox id. Equal ones write nothing. Answers how many changed. */
export async function applyConfigContexts(
  db: Db,
  contexts: readonly { readonly id: number; readonly context: Readonly<Record<string, unknown>> }[],
  at: Date,
): Promise<number> {
  if (contexts.length === 0) return 0;
  return withTransaction(db, async (trx) => {
    const given = JSON.stringify(contexts.map(({ id, context }) => ({ id, context })));
    const { rows } = await sql<{ id: string; name: string; site: string }>`
      update devices d set config_context = g.context, changed_at = ${at}::timestamptz, version = d.version + 1
      from jsonb_to_recordset(${given}::jsonb) as g (id bigint, context jsonb)
      where d.netbox_id = g.id and d.config_context is distinct from g.context
      returning d.id, d.name, d.site_slug as site
    `.execute(trx);
    await appendEvents(
      trx,
      rows.map(({ id, name, site }) => ({
        kind: 'device.changed',
        siteSlug: site,
        deviceId: id,
        data: { name, fields: ['config_context'], components: [] },
      })),
    );
    return rows.length;
  });
}

/** NetBox ids of all devices that the mirror holds live. */
export async function mirroredDeviceIds(db: Db): Promise<readonly number[]> {
  const rows = await db.selectFrom('devices').select('netbox_id').where('deleted_at', 'is', null).execute();
  return rows.map((row) => row.netbox_id);
}
