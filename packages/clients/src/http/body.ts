/** The answer's body went over the limit. */
export class BodyTooLargeError extends Error {}

/** Reads a body to its end, but never more than `limit` bytes. */
export async function readBounded(body: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > limit) throw new BodyTooLargeError(`larger than ${limit} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

export type ParsedBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'empty' }
  | { readonly kind: 'truncated' }
  /** Not JSON; `detail` says in one line what it looks like. */
  | { readonly kind: 'other'; readonly detail: string };

/** Reads a body as one JSON document. A page of HTML is never data, whatever its content type says. */
export function parseBody(bytes: Buffer): ParsedBody {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') return { kind: 'empty' };
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch {
    if (/^\s*[[{"]/.test(text))
      return endsEarly(text) ? { kind: 'truncated' } : { kind: 'other', detail: 'malformed JSON' };
    return { kind: 'other', detail: describe(text) };
  }
}

/** True when a JSON text stops inside a string, list or object. */
function endsEarly(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const c = text[i];
    if (inString) {
      if (c === '\\') i += 1;
      else if (c === '"') inString = false;
    } else if (c === '"') inString = true;
    else if (c === '{' || c === '[') depth += 1;
    else if (c === '}' || c === ']') depth -= 1;
  }
  return inString || depth > 0;
}

function describe(text: string): string {
  if (/^\s*<(!doctype|html|\?xml|head|body)/i.test(text)) {
    const title = /<title[^>]*>([^<]{1,120})/i.exec(text)?.[1] ?? /<h1[^>]*>([^<]{1,120})/i.exec(text)?.[1];
    return title === undefined ? 'an HTML page' : `an HTML page titled "${oneLine(title)}"`;
  }
  return oneLine(text).slice(0, 200);
}

/** Text on one line, without control characters. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
