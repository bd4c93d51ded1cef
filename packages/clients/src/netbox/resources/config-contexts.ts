import { z } from 'zod';
import { flag, idField, lastUpdated, numberOrNull } from '../fields.ts';
import { byId } from '../filters.ts';
import { defineResource } from '../resource.ts';

const configContext = z
  .object({ id: idField, name: z.string(), weight: numberOrNull, is_active: flag, last_updated: lastUpdated })
  .transform(({ is_active, last_updated, ...row }) => ({ ...row, active: is_active, lastUpdated: last_updated }));

/** That a config context exists and when it changed; an edit changes what devices render, but not their `lastUpdated`. */
export type ConfigContextRecord = z.output<typeof configContext>;

export const configContexts = defineResource({
  objectType: 'extras.configcontext',
  title: 'Config contexts',
  call: 'listConfigContexts',
  fields: ['id', 'name', 'weight', 'is_active', 'last_updated'],
  filters: { id: byId },
  schema: configContext,
});
