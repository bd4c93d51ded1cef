import { z } from 'zod';
import { choiceOrNull, idField, lastUpdated, numberOrNull, relatedText, text, textOrNull } from '../fields.ts';
import { byHidden, byId } from '../filters.ts';
import { defineResource } from '../resource.ts';

const ipAddress = z
  .object({
    id: idField,
    address: z.string(),
    vrf: relatedText('name'),
    status: choiceOrNull,
    role: choiceOrNull,
    dns_name: text,
    assigned_object_type: textOrNull,
    assigned_object_id: numberOrNull,
    last_updated: lastUpdated,
  })
  .transform((row) => ({
    id: row.id,
    address: row.address,
    vrf: row.vrf,
    status: row.status,
    role: row.role,
    dnsName: row.dns_name,
    assignedType: row.assigned_object_type,
    assignedId: row.assigned_object_id,
    lastUpdated: row.last_updated,
  }));

/** An IP address with its prefix length (`10.0.0.7/22`), and what it is assigned to. */
export type IpAddressRecord = z.output<typeof ipAddress>;

export const ipAddresses = defineResource({
  objectType: 'ipam.ipaddress',
  title: 'IP addresses',
  call: 'listIpAddresses',
  fields: [
    'id',
    'address',
    'vrf',
    'status',
    'role',
    'dns_name',
    'assigned_object_type',
    'assigned_object_id',
    'last_updated',
  ],
  // There is no filter by site: NetBox would answer with every address.
  filters: { id: byId, device_id: byHidden('row') },
  schema: ipAddress,
});
