import { z } from 'zod';
import { choiceOrNull, idField, lastUpdated, numberOrNull, relatedText, text, textOrNull } from '../fields.ts';
import { byHidden, byId } from '../filters.ts';
import { defineResource } from '../resource.ts';

const prefix = z
  .object({
    id: idField,
    prefix: z.string(),
    vrf: relatedText('name'),
    status: choiceOrNull,
    role: relatedText('slug'),
    scope_type: textOrNull,
    scope_id: numberOrNull,
    description: text,
    last_updated: lastUpdated,
  })
  .transform((row) => ({
    id: row.id,
    prefix: row.prefix,
    vrf: row.vrf,
    status: row.status,
    role: row.role,
    scopeType: row.scope_type,
    scopeId: row.scope_id,
    description: row.description,
    lastUpdated: row.last_updated,
  }));

/** A prefix and the place it belongs to (`dcim.site`, `dcim.location`, … and its id; null when it belongs to none). */
export type PrefixRecord = z.output<typeof prefix>;

export const prefixes = defineResource({
  objectType: 'ipam.prefix',
  title: 'Prefixes',
  call: 'listPrefixes',
  fields: ['id', 'prefix', 'vrf', 'status', 'role', 'scope_type', 'scope_id', 'description', 'last_updated'],
  // NetBox counts a prefix of one of the site's locations to the site, which the row does not show.
  filters: { id: byId, site_id: byHidden('configuration') },
  schema: prefix,
});
