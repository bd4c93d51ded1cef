import { sql } from 'kysely';
import type { Db, Trx } from '../database/database.ts';

/**
 * Queues devices to be computed anew. The queue is a table, so that a crash between a change of the mirror and the
 * computation loses nothing; a device that is queued twice is computed once.
 */
export async function requeueDevices(trx: Trx, deviceIds: readonly number[], cause: string): Promise<void> {
  if (deviceIds.length === 0) return;
  // In order of id, as the computation takes them: two writers then wait for each other instead of deadlocking.
  await sql`
    insert into inventory_requeue as q (device_netbox_id, causes)
    select distinct id, array[${cause}::text] from unnest(${deviceIds}::bigint[]) as d (id) order by id
    on conflict (device_netbox_id) do update set causes = q.causes || excluded.causes
    where not q.causes @> excluded.causes
  `.execute(trx);
}

/** Queues every device that the mirror holds: after a change of the settings that shape the result. */
export async function requeueAllDevices(db: Db): Promise<void> {
  await sql`
    insert into inventory_requeue (device_netbox_id, causes)
    select netbox_id, array['settings'] from inventory_objects where object_type = 'dcim.device' order by netbox_id
    on conflict (device_netbox_id) do nothing
  `.execute(db);
}
