import { z } from 'zod';
import { idField, lastUpdated, relatedIdOrNull, text } from '../fields.ts';
import { byId } from '../filters.ts';
import { defineResource } from '../resource.ts';

const deviceRole = z
  .object({
    id: idField,
    name: z.string(),
    slug: z.string(),
    color: text,
    parent: relatedIdOrNull,
    last_updated: lastUpdated,
  })
  .transform(({ parent, last_updated, ...row }) => ({ ...row, parentId: parent, lastUpdated: last_updated }));

/** A device role. From NetBox 4.3 roles form a tree, and a name or slug may come again under another parent: compare ids. */
export type DeviceRoleRecord = z.output<typeof deviceRole>;

export const deviceRoles = defineResource({
  objectType: 'dcim.devicerole',
  title: 'Device roles',
  call: 'listDeviceRoles',
  fields: ['id', 'name', 'slug', 'color', 'parent', 'last_updated'],
  filters: { id: byId },
  schema: deviceRole,
});
