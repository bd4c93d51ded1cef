import type { DeviceClassesInUse } from '@fleet-manager/contract/api/agents';
import type { PairingDevice } from '@fleet-manager/contract/api/devices';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../database/database.ts';
import { type Principal, withinSites } from '../http/principal.ts';

/**
 * Device classes at the caller's sites. `inventoryComplete` is false until NetBox was mirrored once as a whole: before that,
 * a class that is missing means nothing.
 */
export async function classesInUse(db: Db, principal: Principal): Promise<z.input<typeof DeviceClassesInUse>> {
  const rows = await db
    .selectFrom('devices as d')
    .select(['d.device_class as class', sql<number>`count(*)::int`.as('devices')])
    .where('d.deleted_at', 'is', null)
    .where('d.device_class', 'is not', null)
    .where(withinSites(principal, 'd.site_slug'))
    .groupBy('d.device_class')
    .orderBy('d.device_class')
    .execute();
  const swept = await db
    .selectFrom('inventory_types')
    .select('last_sweep_at')
    .where('object_type', '=', 'dcim.device')
    .executeTakeFirst();
  return {
    classes: rows.flatMap((row) => (row.class === null ? [] : [{ class: row.class, devices: row.devices }])),
    inventoryComplete: swept?.last_sweep_at != null,
  };
}

/** Devices with a class at the caller's sites, by NetBox id. */
export async function pairingDevices(
  db: Db,
  principal: Principal,
  page: { readonly after: number; readonly limit: number },
): Promise<z.input<typeof PairingDevice>[]> {
  const rows = await db
    .selectFrom('devices as d')
    .select(['d.id', 'd.netbox_id', 'd.name', 'd.serial', 'd.site_slug', 'd.device_class', 'd.netbox_status', 'd.macs'])
    .select('d.version')
    .where('d.deleted_at', 'is', null)
    .where('d.netbox_id', '>', page.after)
    .where(withinSites(principal, 'd.site_slug'))
    .where('d.device_class', 'is not', null)
    .orderBy('d.netbox_id')
    .limit(page.limit)
    .execute();
  return rows.flatMap((row) =>
    row.device_class === null
      ? []
      : [
          {
            id: row.id,
            netboxId: row.netbox_id,
            name: row.name,
            serial: row.serial,
            siteSlug: row.site_slug,
            deviceClass: row.device_class,
            netboxStatus: row.netbox_status,
            macs: row.macs,
            version: row.version,
          },
        ],
  );
}
