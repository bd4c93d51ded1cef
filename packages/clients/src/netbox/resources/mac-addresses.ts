import { z } from 'zod';
import { idField, lastUpdated, numberOrNull, textOrNull } from '../fields.ts';
import { byHidden, byId } from '../filters.ts';
import { defineResource } from '../resource.ts';

const macAddress = z
  .object({
    id: idField,
    mac_address: z.string().transform((value) => value.toUpperCase()),
    assigned_object_type: textOrNull,
    assigned_object_id: numberOrNull,
    last_updated: lastUpdated,
  })
  .transform((row) => ({
    id: row.id,
    mac: row.mac_address,
    assignedType: row.assigned_object_type,
    assignedId: row.assigned_object_id,
    lastUpdated: row.last_updated,
  }));

/**
 * A MAC address, upper case with colons, and what it is assigned to (`dcim.interface` and its id, or nothing). The same
 * address may be recorded many times. An edit of it changes neither its interface's nor its device's `lastUpdated`.
 */
export type MacAddressRecord = z.output<typeof macAddress>;

export const macAddresses = defineResource({
  objectType: 'dcim.macaddress',
  title: 'MAC addresses',
  call: 'listMacAddresses',
  // Without is_primary: it costs a query per row.
  fields: ['id', 'mac_address', 'assigned_object_type', 'assigned_object_id', 'last_updated'],
  filters: { id: byId, device_id: byHidden('row') },
  schema: macAddress,
});
