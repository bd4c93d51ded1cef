import { z } from 'zod';
import { choiceOrNull, idField, lastUpdated, relatedId, relatedIdOrNull, text } from '../fields.ts';
import { byId, byRelated } from '../filters.ts';
import { defineResource } from '../resource.ts';

const location = z
  .object({
    id: idField,
    name: z.string(),
    slug: text,
    site: relatedId,
    parent: relatedIdOrNull,
    status: choiceOrNull,
    description: text,
    last_updated: lastUpdated,
  })
  .transform(({ site, parent, last_updated, ...row }) => ({
    ...row,
    siteId: site,
    parentId: parent,
    lastUpdated: last_updated,
  }));

/** A place inside a site; locations form a tree by `parentId`. */
export type LocationRecord = z.output<typeof location>;

export const locations = defineResource({
  objectType: 'dcim.location',
  title: 'Locations',
  call: 'listLocations',
  fields: ['id', 'name', 'slug', 'site', 'parent', 'status', 'description', 'last_updated'],
  filters: { id: byId, site_id: byRelated('site', 'configuration') },
  schema: location,
});
