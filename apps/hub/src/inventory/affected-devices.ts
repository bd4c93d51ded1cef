import { sql } from 'kysely';
import type { Trx } from '../database/database.ts';
import type { MirroredType } from './object-types.ts';
import type { ChangedRow } from './objects.ts';

/** The key under which a device's content points at rows of a type. */
const REFERENCE: Partial<Record<MirroredType, string>> = {
  'dcim.site': 'siteId',
  'dcim.location': 'locationId',
  'dcim.rack': 'rackId',
  'dcim.devicetype': 'deviceTypeId',
  'virtualization.cluster': 'clusterId',
};

/**
 * NetBox ids of the devices that show something of these rows. For a component it is the device it is on now and the one it
 * was on before: a MAC address that moves concerns both.
 */
export async function affectedDevices(
  trx: Trx,
  objectType: MirroredType,
  changes: readonly ChangedRow[],
): Promise<readonly number[]> {
  const ids = changes.map((change) => change.netboxId);
  switch (objectType) {
    case 'dcim.device':
      return ids;
    case 'dcim.devicerole':
      // Roles form a tree from which a device's class is inherited, and they change about never.
      return idsOf(
        await sql<{ id: number }>`
          select netbox_id as id from inventory_objects where object_type = 'dcim.device'
        `.execute(trx),
      );
    case 'extras.tag':
      return idsOf(
        await sql<{ id: number }>`
          select distinct d.netbox_id as id from inventory_objects d, jsonb_array_elements(d.content -> 'tags') as t
          where d.object_type = 'dcim.device' and (t ->> 'id')::bigint = any(${ids}::bigint[])
        `.execute(trx),
      );
    case 'dcim.cable':
      return devicesAtEnds(trx, changes);
    case 'ipam.prefix':
      return [];
    default: {
      const reference = REFERENCE[objectType];
      if (reference !== undefined) return devicesPointingAt(trx, reference, ids);
      return changes.flatMap((change) =>
        [change.before?.deviceId, change.after?.deviceId].filter((id) => typeof id === 'number'),
      );
    }
  }
}

async function devicesPointingAt(trx: Trx, reference: string, ids: readonly number[]): Promise<readonly number[]> {
  return idsOf(
    await sql<{ id: number }>`
      select netbox_id as id from inventory_objects
      where object_type = 'dcim.device' and (content ->> ${reference}::text)::bigint = any(${ids}::bigint[])
    `.execute(trx),
  );
}

async function devicesAtEnds(trx: Trx, changes: readonly ChangedRow[]): Promise<readonly number[]> {
  const ports = changes.flatMap((change) => [...portsOf(change.before?.content), ...portsOf(change.after?.content)]);
  return idsOf(
    await sql<{ id: number }>`
      select distinct o.device_netbox_id as id
      from unnest(${ports}::text[]) as p (port)
      join inventory_objects o on o.object_type = split_part(p.port, ':', 1)
        and o.netbox_id = split_part(p.port, ':', 2)::bigint
      where o.device_netbox_id is not null
    `.execute(trx),
  );
}

/** The ends of a cable, such as `dcim.interface:12`. */
export function portsOf(content: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  return [content?.a, content?.b].flatMap((end) =>
    Array.isArray(end) ? end.filter((port): port is string => typeof port === 'string') : [],
  );
}

function idsOf(result: { readonly rows: readonly { readonly id: number }[] }): readonly number[] {
  return result.rows.map((row) => row.id);
}
