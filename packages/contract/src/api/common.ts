import { z } from 'zod';

/** Offsets that RFC 3339 can write and PostgreSQL cannot read. */
const FAR_OFFSET = /[+-](1[5-9]|2\d):\d\d$/;

/** RFC 3339 instant, from the year 1 to the year 9999 in UTC. */
export const Instant = z.iso
  .datetime({ offset: true })
  .overwrite((text) => (FAR_OFFSET.test(text) ? new Date(text).toISOString() : text))
  .refine((text) => /^\d{4}-/.test(text) && !text.startsWith('0000'), 'give an instant of the years 1 to 9999')
  .meta({ id: 'Instant', description: 'RFC 3339 instant, UTC' });
export const Uuid = z.uuid();
export const Slug = z.string().min(1).max(200);

/** Text of a person's choosing, such as the name of a rack in a filter. It may hold commas. */
export const Name = z.string().min(1).max(200);
/** A slug in a filter: several may stand in one value, with commas between. */
export const Word = z.string().regex(/^[^,]{1,200}$/);
/** Name of a store or scope, such as `ironic-nodes-overcloud`: a word in an address and in a key. */
export const ScopeName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/);

/** RFC 9457 problem document. */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string().meta({ description: 'Stable code of the error catalogue, `FM_…`' }),
    detail: z.string().optional(),
    instance: z.string().optional(),
    next: z.string().meta({ description: 'What to do about it' }),
    requestId: z.string(),
    errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;

/** A whole number in a query, written as digits alone: `1e2`, ` 5` and nothing at all are none. */
export function wholeNumber(min: number, max: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  );
}

export const PageQuery = z.object({
  limit: wholeNumber(1, 500).default(100),
  cursor: z.string().max(2000).optional().meta({ description: 'Opaque; the `nextCursor` of the page before' }),
});

/** A page: `nextCursor` is null on the last one. */
export function pageOf<T extends z.ZodType>(item: T, id: string) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() }).meta({ id });
}

/** A query value that may be given once, several times, or comma-separated. A filter that is empty is refused: it is never ignored. */
export function listParam<T extends z.ZodType<string>>(item: T) {
  return z
    .preprocess((value) => asList(value).flatMap((v) => String(v).split(',')), z.array(item).max(200))
    .default([]);
}

/** A query value that may be given once or several times, for what may itself hold a comma. */
export function repeatedParam<T extends z.ZodType<string>>(item: T) {
  return z.preprocess(asList, z.array(item).max(200)).default([]);
}

const asList = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
