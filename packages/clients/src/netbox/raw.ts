import { z } from 'zod';

/** A row as it came: only its id is certain. */
export type RawRow = Readonly<Record<string, unknown>> & { readonly id: number };

/** The envelope of every list. `next` is read by nobody: behind a proxy it may name another host. */
export const listEnvelope = z.object({
  count: z.number().int().nullish(),
  results: z.array(z.unknown()),
});

export function isRawRow(value: unknown): value is RawRow {
  return isObject(value) && typeof value.id === 'number' && Number.isSafeInteger(value.id);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The id in `{id: 3, …}` or in a plain `3`; null for null; undefined when the field is absent or of another kind. */
export function idIn(value: unknown): number | null | undefined {
  if (value === null || typeof value === 'number') return value;
  return isRawRow(value) ? value.id : undefined;
}

/** The value of a choice, `{value, label}` or plain; undefined when absent or of another kind. */
export function choiceIn(value: unknown): string | null | undefined {
  if (value === null || typeof value === 'string') return value;
  return isObject(value) && typeof value.value === 'string' ? value.value : undefined;
}
