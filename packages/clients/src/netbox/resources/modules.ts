import { z } from 'zod';
import { anything, choiceOrNull, idField, lastUpdated, relatedId, relatedText, textOrNull } from '../fields.ts';
import { byHidden, byId, byRelated } from '../filters.ts';
import { isObject } from '../raw.ts';
import { defineResource } from '../resource.ts';

const moduleType = anything.transform((value) => {
  const manufacturer = isObject(value) && isObject(value.manufacturer) ? value.manufacturer.name : undefined;
  const model = isObject(value) ? value.model : undefined;
  return {
    manufacturer: typeof manufacturer === 'string' ? manufacturer : null,
    model: typeof model === 'string' ? model : null,
  };
});

const module = z
  .object({
    id: idField,
    device: relatedId,
    module_bay: relatedText('name'),
    module_type: moduleType,
    status: choiceOrNull,
    serial: textOrNull,
    asset_tag: textOrNull,
    last_updated: lastUpdated,
  })
  .transform((row) => ({
    id: row.id,
    deviceId: row.device,
    bay: row.module_bay,
    manufacturer: row.module_type.manufacturer,
    model: row.module_type.model,
    status: row.status,
    serial: row.serial,
    assetTag: row.asset_tag,
    lastUpdated: row.last_updated,
  }));

/** A module in a bay of a device: a GPU, a network card, a switch chip. */
export type ModuleRecord = z.output<typeof module>;

export const modules = defineResource({
  objectType: 'dcim.module',
  title: 'Modules',
  call: 'listModules',
  fields: ['id', 'device', 'module_bay', 'module_type', 'status', 'serial', 'asset_tag', 'last_updated'],
  filters: { id: byId, site_id: byHidden('configuration'), device_id: byRelated('device', 'row') },
  schema: module,
});
