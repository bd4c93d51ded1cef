import { z } from 'zod';
import { idField, lastUpdated, text } from '../fields.ts';
import { byId } from '../filters.ts';
import { defineResource } from '../resource.ts';

const tag = z
  .object({
    id: idField,
    name: z.string(),
    slug: z.string(),
    color: text,
    description: text,
    last_updated: lastUpdated,
  })
  .transform(({ last_updated, ...row }) => ({ ...row, lastUpdated: last_updated }));

/** A tag. `color` is six hex digits. */
export type TagRecord = z.output<typeof tag>;

export const tags = defineResource({
  objectType: 'extras.tag',
  title: 'Tags',
  call: 'listTags',
  fields: ['id', 'name', 'slug', 'color', 'description', 'last_updated'],
  filters: { id: byId },
  schema: tag,
});
