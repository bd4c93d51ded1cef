import { z } from 'zod';
import type { NetBoxListCall } from '../calls.ts';
import { choiceOrNull, idField, lastUpdated, numberOrNull, relatedId, relatedIdOrNull, text } from '../fields.ts';
import { byHidden, byId, byRelated, type FilterRule } from '../filters.ts';
import { defineResource, type NetBoxResource } from '../resource.ts';

const cable = z
  .object({
    id: idField,
    type: choiceOrNull,
    status: choiceOrNull,
    profile: choiceOrNull,
    label: text,
    color: text,
    length: numberOrNull,
    length_unit: choiceOrNull,
    last_updated: lastUpdated,
  })
  .transform(({ length_unit, last_updated, ...row }) => ({
    ...row,
    lengthUnit: length_unit,
    lastUpdated: last_updated,
  }));

/** A cable without its ends. `status`: connected, planned, decommissioning. Cables are re-created, so the id is no identity. */
export type CableRecord = z.output<typeof cable>;

/** Cables without their ends: the list with ends costs NetBox about a minute per thousand. */
export const bareCables = defineResource({
  objectType: 'dcim.cable',
  title: 'Cables',
  call: 'listCables',
  fields: ['id', 'type', 'status', 'profile', 'label', 'color', 'length', 'length_unit', 'last_updated'],
  filters: { id: byId, site_id: { ...byHidden('configuration'), lookUp: 'listSites' } },
  schema: cable,
});

const end = z.enum(['A', 'B']);

const termination = z
  .object({
    id: idField,
    cable: relatedId,
    cable_end: end,
    termination_type: z.string(),
    termination_id: z.number().int(),
    last_updated: lastUpdated,
  })
  .transform((row) => ({
    id: row.id,
    cableId: row.cable,
    end: row.cable_end,
    type: row.termination_type,
    portId: row.termination_id,
    lastUpdated: row.last_updated,
  }));

/** One port on one end of a cable; `type` is an object type such as `dcim.interface`, `portId` the id within it. */
export type CableTerminationRecord = z.output<typeof termination>;

export const cableTerminations = defineResource({
  objectType: 'dcim.cabletermination',
  title: 'Cable terminations',
  call: 'listCableTerminations',
  // Without "termination" itself: it costs a hundred times the rest.
  fields: ['id', 'cable', 'cable_end', 'termination_type', 'termination_id', 'last_updated'],
  filters: { id: byId, cable_id: byRelated('cable', 'row') },
  schema: termination,
});

/** An end of a cable as a list of terminations or of ports tells it; a port without a cable has neither `cableId` nor `end`. */
export interface CableEndRecord {
  readonly id: number;
  readonly cableId: number | null;
  readonly end: 'A' | 'B' | null;
  readonly type: string;
  readonly portId: number;
  readonly lastUpdated: string | null;
}

/** A list that cable ends are read from. */
export type CableEndResource = NetBoxResource<CableEndRecord, { readonly cable_id: FilterRule<'id'> }>;

function cabledPorts(
  objectType: 'dcim.interface' | 'dcim.consoleport' | 'dcim.consoleserverport',
  title: string,
  call: NetBoxListCall,
): CableEndResource {
  return {
    objectType,
    title,
    call,
    fields: ['id', 'cable', 'cable_end', 'last_updated'],
    filters: { cable_id: byRelated('cable', 'row') },
    schema: z
      .object({ id: idField, cable: relatedIdOrNull, cable_end: end.nullish(), last_updated: lastUpdated })
      .transform((row) => ({
        id: row.id,
        cableId: row.cable,
        end: row.cable_end ?? null,
        type: objectType,
        portId: row.id,
        lastUpdated: row.last_updated,
      })),
  };
}

/** Ports by cable: where the ends come from when the token may not read cable terminations. */
export const portsWithCables: readonly CableEndResource[] = [
  cabledPorts('dcim.interface', 'Cabled interfaces', 'listInterfaces'),
  cabledPorts('dcim.consoleport', 'Cabled console ports', 'listConsolePorts'),
  cabledPorts('dcim.consoleserverport', 'Cabled console server ports', 'listConsoleServerPorts'),
];
