import { z } from 'zod';
import { choiceOrNull, idField, lastUpdated, relatedId, text } from '../fields.ts';
import { byHidden, byId, byRelated } from '../filters.ts';
import { defineResource } from '../resource.ts';

const port = z
  .object({
    id: idField,
    device: relatedId,
    name: z.string(),
    label: text,
    type: choiceOrNull,
    last_updated: lastUpdated,
  })
  .transform(({ device, last_updated, ...row }) => ({ ...row, deviceId: device, lastUpdated: last_updated }));

/** A console port of a device, or a port of a console server. Cables tell which belongs to which. */
export type ConsolePortRecord = z.output<typeof port>;

const fields = ['id', 'device', 'name', 'label', 'type', 'last_updated'];
const filters = { id: byId, site_id: byHidden('configuration'), device_id: byRelated('device', 'row') };

export const consolePorts = defineResource({
  objectType: 'dcim.consoleport',
  title: 'Console ports',
  call: 'listConsolePorts',
  fields,
  filters,
  schema: port,
});

export const consoleServerPorts = defineResource({
  objectType: 'dcim.consoleserverport',
  title: 'Console server ports',
  call: 'listConsoleServerPorts',
  fields,
  filters,
  schema: port,
});
