import { createHmac, timingSafeEqual } from 'node:crypto';
import { FleetError } from '@fleet-manager/contract/errors';
import type { z } from 'zod';

const TAG_BYTES = 12;

/** Makes and reads page cursors: opaque to callers, and signed so that nobody can put a query together by hand. */
export interface CursorCodec {
  /** `list` names the list and its order: a cursor of another list or order is refused. */
  encode(list: string, position: readonly unknown[]): string;
  /** @throws FleetError FM_INVALID_CURSOR */
  decode<T extends z.ZodType>(list: string, cursor: string, position: T): z.output<T>;
}

export function createCursorCodec(key: Uint8Array): CursorCodec {
  const tagOf = (list: string, text: string) =>
    createHmac('sha256', key).update(list).update('\0').update(text).digest().subarray(0, TAG_BYTES);
  return {
    encode: (list, position) => {
      const text = JSON.stringify(position);
      return `${Buffer.from(text).toString('base64url')}.${tagOf(list, text).toString('base64url')}`;
    },
    decode: (list, cursor, position) => {
      const invalid = new FleetError('FM_INVALID_CURSOR', 'it was not made by this list in this order');
      const [body = '', tag = ''] = cursor.split('.');
      const text = Buffer.from(body, 'base64url').toString('utf8');
      const given = Buffer.from(tag, 'base64url');
      if (given.length !== TAG_BYTES || !timingSafeEqual(given, tagOf(list, text))) throw invalid;
      const parsed = position.safeParse(JSON.parse(text));
      if (!parsed.success) throw invalid;
      return parsed.data;
    },
  };
}

/**
 * Cuts a page out of rows that were read with `limit + 1`: the extra row only tells that there is a next page.
 */
export function pageOfRows<T>(
  rows: readonly T[],
  limit: number,
  cursorAfter: (last: T) => string,
): { readonly rows: readonly T[]; readonly nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > limit && last !== undefined ? cursorAfter(last) : null };
}
