import { z } from 'zod';
import { choice, idField, lastUpdated, relatedText, text, textOrNull } from '../fields.ts';
import { byId, byText } from '../filters.ts';
import { defineResource } from '../resource.ts';

const site = z
  .object({
    id: idField,
    name: z.string(),
    slug: z.string(),
    status: choice,
    region: relatedText('name'),
    facility: textOrNull,
    time_zone: textOrNull,
    description: text,
    last_updated: lastUpdated,
  })
  .transform(({ time_zone, last_updated, ...row }) => ({ ...row, timeZone: time_zone, lastUpdated: last_updated }));

/** A site. `status`: planned, staging, active, decommissioning, retired. */
export type SiteRecord = z.output<typeof site>;

export const sites = defineResource({
  objectType: 'dcim.site',
  title: 'Sites',
  call: 'listSites',
  fields: ['id', 'name', 'slug', 'status', 'region', 'facility', 'time_zone', 'description', 'last_updated'],
  filters: { id: byId, slug: byText('slug') },
  schema: site,
});
