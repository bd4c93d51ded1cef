import { z } from 'zod';

/** Deeper than any report is. Beyond some thousands neither JSON.stringify nor PostgreSQL follows. */
const MAX_DEPTH = 64;

type Path = readonly PropertyKey[];

/**
 * Refuses what JSON can write and the database cannot hold, before it gets anywhere: the character U+0000, halves of
 * surrogate pairs, and nesting without end. Walks without recursion, so depth itself is no danger.
 *
 * @throws ZodError that points at the place
 */
export function requireStorable(value: unknown): void {
  const open: { readonly value: unknown; readonly path: Path }[] = [{ value, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: at, path } = next;
    if (typeof at === 'string') requireText(at, path);
    if (typeof at !== 'object' || at === null) continue;
    if (path.length >= MAX_DEPTH) throw refusal(path.slice(0, 8), `nested deeper than ${MAX_DEPTH} levels`);
    for (const [key, inner] of Object.entries(at)) {
      requireText(key, path);
      if (typeof inner === 'string') {
        if (!isText(inner)) requireText(inner, [...path, key]);
      } else if (typeof inner === 'object' && inner !== null) open.push({ value: inner, path: [...path, key] });
    }
  }
}

const HALF = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

const isText = (text: string): boolean => !text.includes('\0') && !HALF.test(text);

function requireText(text: string, path: Path): void {
  if (text.includes('\0')) throw refusal(path, 'holds the character U+0000, which cannot be stored');
  if (HALF.test(text)) throw refusal(path, 'holds half of a surrogate pair, which is no text');
}

function refusal(path: Path, message: string): z.ZodError {
  return new z.ZodError([{ code: 'custom', path: [...path], message, input: undefined }]);
}
