import { z } from 'zod';
import { choiceOrNull, idField } from '../fields.ts';
import type { FilterRule } from '../filters.ts';
import { defineResource } from '../resource.ts';

const objectChange = z
  .object({
    id: idField,
    time: z.string(),
    action: choiceOrNull,
    changed_object_type: z.string(),
    changed_object_id: z.number().int(),
  })
  .transform((row) => ({
    id: row.id,
    lastUpdated: row.time,
    action: row.action,
    objectType: row.changed_object_type,
    objectId: row.changed_object_id,
  }));

/** One entry of NetBox's change log; `lastUpdated` is when it was written. `action`: create, update, delete. */
export type ObjectChangeRecord = z.output<typeof objectChange>;

const atOrAfter: FilterRule<'text'> = {
  kind: 'text',
  verify: {
    by: 'row',
    needs: ['time'],
    matches: (row, values) => {
      const at = typeof row.time === 'string' ? Date.parse(row.time) : Number.NaN;
      return [...values].every((value) => at >= Date.parse(String(value)));
    },
  },
  gone: 'configuration',
};

/** Without what was there before and after: that is most of an entry. */
export const objectChanges = defineResource({
  objectType: 'core.objectchange',
  title: 'Entries of the change log',
  call: 'listObjectChanges',
  fields: ['id', 'time', 'action', 'changed_object_type', 'changed_object_id'],
  filters: { time_after: atOrAfter },
  schema: objectChange,
});
