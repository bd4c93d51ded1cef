import { z } from 'zod';

/** RFC 3339 instant in UTC. */
export const Instant = z.iso.datetime({ offset: true }).meta({ id: 'Instant', description: 'RFC 3339 instant, UTC' });
export const Uuid = z.uuid();
export const Slug = z.string().min(1).max(200);

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

export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().max(2000).optional().meta({ description: 'Opaque; the `nextCursor` of the page before' }),
});

/** A page: `nextCursor` is null on the last one. */
export function pageOf<T extends z.ZodType>(item: T, id: string) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() }).meta({ id });
}

/** A query value that may be given once, several times, or comma-separated. */
export function listParam<T extends z.ZodType<string>>(item: T) {
  return z
    .preprocess(
      (value) =>
        value === undefined
          ? []
          : (Array.isArray(value) ? value : [value]).flatMap((v) => String(v).split(',')).filter(Boolean),
      z.array(item).max(200),
    )
    .default([]);
}
