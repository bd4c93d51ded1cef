import { z } from 'zod';
import { choiceOrNull, idField, lastUpdated, numberOrNull, relatedText, textOrNull } from '../fields.ts';
import { byId, byText } from '../filters.ts';
import { defineResource } from '../resource.ts';

const cluster = z
  .object({
    id: idField,
    name: z.string(),
    type: relatedText('slug'),
    group: relatedText('slug'),
    status: choiceOrNull,
    scope_type: textOrNull,
    scope_id: numberOrNull,
    last_updated: lastUpdated,
  })
  .transform((row) => ({
    id: row.id,
    name: row.name,
    type: row.type,
    group: row.group,
    status: row.status,
    scopeType: row.scope_type,
    scopeId: row.scope_id,
    lastUpdated: row.last_updated,
  }));

/** A cluster; `scopeType` and `scopeId` name the site (or region, location) it belongs to. */
export type ClusterRecord = z.output<typeof cluster>;

export const clusters = defineResource({
  objectType: 'virtualization.cluster',
  title: 'Clusters',
  call: 'listClusters',
  fields: ['id', 'name', 'type', 'group', 'status', 'scope_type', 'scope_id', 'last_updated'],
  filters: { id: byId, name: byText('name') },
  schema: cluster,
});
