import { z } from 'zod';
import { choiceOrNull, idField, lastUpdated, numberOrNull, relatedText, textOrNull } from '../fields.ts';
import { byId } from '../filters.ts';
import { defineResource } from '../resource.ts';

const deviceType = z
  .object({
    id: idField,
    model: z.string(),
    slug: z.string(),
    manufacturer: relatedText('name'),
    part_number: textOrNull,
    u_height: numberOrNull,
    subdevice_role: choiceOrNull,
    last_updated: lastUpdated,
  })
  .transform((row) => ({
    id: row.id,
    model: row.model,
    slug: row.slug,
    manufacturer: row.manufacturer,
    partNumber: row.part_number,
    uHeight: row.u_height,
    subdeviceRole: row.subdevice_role,
    lastUpdated: row.last_updated,
  }));

/** A model of device. `uHeight` in rack units, in steps of a half. `subdeviceRole`: parent, child or null. */
export type DeviceTypeRecord = z.output<typeof deviceType>;

export const deviceTypes = defineResource({
  objectType: 'dcim.devicetype',
  title: 'Device types',
  call: 'listDeviceTypes',
  fields: ['id', 'model', 'slug', 'manufacturer', 'part_number', 'u_height', 'subdevice_role', 'last_updated'],
  filters: { id: byId },
  schema: deviceType,
});
