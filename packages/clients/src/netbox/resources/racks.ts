import { z } from 'zod';
import {
  anything,
  choiceOrNull,
  customFields,
  idField,
  lastUpdated,
  numberOrNull,
  relatedId,
  relatedIdOrNull,
  relatedText,
  textOrNull,
} from '../fields.ts';
import { byId, byRelated } from '../filters.ts';
import { defineResource } from '../resource.ts';

const rack = z
  .object({
    id: idField,
    name: z.string(),
    facility_id: textOrNull,
    site: relatedId,
    location: relatedIdOrNull,
    status: choiceOrNull,
    role: relatedText('slug'),
    serial: textOrNull,
    asset_tag: textOrNull,
    u_height: numberOrNull,
    starting_unit: numberOrNull,
    desc_units: anything.transform((value) => value === true),
    custom_fields: customFields,
    last_updated: lastUpdated,
  })
  .transform((row) => ({
    id: row.id,
    name: row.name,
    facilityId: row.facility_id,
    siteId: row.site,
    locationId: row.location,
    status: row.status,
    role: row.role,
    serial: row.serial,
    assetTag: row.asset_tag,
    uHeight: row.u_height,
    startingUnit: row.starting_unit,
    descendingUnits: row.desc_units,
    customFields: row.custom_fields,
    lastUpdated: row.last_updated,
  }));

/** A rack. `status`: reserved, available, planned, active, deprecated. `uHeight` in rack units, null where unknown. */
export type RackRecord = z.output<typeof rack>;

export const racks = defineResource({
  objectType: 'dcim.rack',
  title: 'Racks',
  call: 'listRacks',
  fields: [
    'id',
    'name',
    'facility_id',
    'site',
    'location',
    'status',
    'role',
    'serial',
    'asset_tag',
    'u_height',
    'starting_unit',
    'desc_units',
    'custom_fields',
    'last_updated',
  ],
  filters: { id: byId, site_id: byRelated('site', 'configuration') },
  schema: rack,
});
