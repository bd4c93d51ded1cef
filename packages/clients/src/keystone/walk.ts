import { FleetError } from '@fleet-manager/contract/errors';
import { HttpCallError } from '../http/errors.ts';
import { OpenStackError } from './errors.ts';

/** A row that could not be read. The rest of the list is good. */
export interface Rejected {
  /** Its identifier, when that much could be read. */
  readonly id: string | undefined;
  readonly reason: string;
}

/**
 * A list read to its end, or not. Only a complete one may be taken to mean that what is not in it is gone; that is why
 * what an incomplete one saw has another name.
 */
export type Walk<T> =
  | {
      readonly complete: true;
      readonly items: readonly T[];
      readonly rejected: readonly Rejected[];
      readonly pages: number;
      readonly restarts: number;
    }
  | { readonly complete: false; readonly error: FleetError; readonly partial: readonly T[]; readonly pages: number };

export type Reading<T> = { readonly ok: true; readonly item: T } | { readonly ok: false; readonly rejected: Rejected };

export interface PageOfRows {
  readonly rows: readonly unknown[];
  /** The service says that there is more. */
  readonly more: boolean;
}

export interface WalkInput<T> {
  readonly service: string;
  /** Rows that make a full page, which is followed up even when no more are announced. */
  readonly pageSize: number;
  fetch(marker: string | undefined): Promise<PageOfRows>;
  read(row: unknown): Reading<T>;
  /** The identifier that pages go by. */
  marker(row: unknown): string | undefined;
  /** True when an error says that the marker's row is gone. */
  markerGone(error: HttpCallError): boolean;
}

const maxRestarts = 3;

/**
 * Reads a list page by page, by the identifier of the last row and our own query. A service's link to its next page is
 * only taken as "there is more": such links lose filters and name other hosts. Rejects only when aborted.
 */
export async function walkList<T>(input: WalkInput<T>, signal?: AbortSignal): Promise<Walk<T>> {
  let pages = 0;
  for (let restarts = 0; ; restarts += 1) {
    const items = new Map<string, T>();
    const rejected: Rejected[] = [];
    const seen = new Set<string>();
    let marker: string | undefined;
    const incomplete = (error: FleetError): Walk<T> => ({
      complete: false,
      error,
      partial: [...items.values()],
      pages,
    });
    const broken = (what: string) =>
      incomplete(new OpenStackError('FM_OUTSIDE_PROTOCOL', `${input.service}: ${what}`, { service: input.service }));
    try {
      for (;;) {
        const page = await input.fetch(marker);
        pages += 1;
        const before = seen.size;
        for (const row of page.rows) {
          const id = input.marker(row);
          const reading = input.read(row);
          if (id !== undefined) seen.add(id);
          if (reading.ok && id !== undefined) items.set(id, reading.item);
          else rejected.push(reading.ok ? { id, reason: 'it has no identifier' } : reading.rejected);
        }
        if (!page.more && page.rows.length < input.pageSize)
          return { complete: true, items: [...items.values()], rejected, pages, restarts };
        if (page.rows.length === 0) {
          if (page.more) return broken('an empty page says that there is more');
          return { complete: true, items: [...items.values()], rejected, pages, restarts };
        }
        if (seen.size === before) return broken('the next page holds the same rows again');
        marker = input.marker(page.rows.at(-1));
        if (marker === undefined) return broken('the last row of a page has no identifier to go on from');
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof FleetError)) throw error;
      const gone = marker !== undefined && error instanceof HttpCallError && input.markerGone(error);
      if (gone && restarts < maxRestarts) continue;
      return incomplete(error);
    }
  }
}
