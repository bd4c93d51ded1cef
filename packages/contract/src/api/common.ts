import { z } from 'zod';

/** RFC 3339 instant. The year 0 and offsets beyond those that exist on Earth are none. */
export const Instant = z.iso
  .datetime({ offset: true })
  .refine((text) => !/^0000|[+-](1[5-9]|2\d):\d\d$/.test(text), 'not an instant')
  .meta({ id: 'Instant', description: 'RFC 3339 instant, UTC' });
export const Uuid = z.uuid();
export const Slug = z.string().min(1).max(200);

/** Text of a person's choosing, such as a name in a filter. */
export const Name = z.string().min(1).max(200);
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
    .preprocess(
      (value) =>
        value === undefined ? [] : (Array.isArray(value) ? value : [value]).flatMap((v) => String(v).split(',')),
      z.array(item).max(200),
    )
    .default([]);
}
