import type { Query } from '../http/calls.ts';
import { type NetBoxFailure, unsteady } from './failure.ts';
import { checkFilters } from './filter-check.ts';
import type { FilterOf, FilterRules } from './filters.ts';
import { askPage, pageFault, type RejectedRow, readRows } from './list-page.ts';
import type { NetBoxRecord, NetBoxResource } from './resource.ts';
import type { NetBoxSession } from './session.ts';
import { planWalk, type SentFilter, withoutGone } from './walk-plan.ts';

export interface WalkPage<R> {
  readonly kind: 'page';
  readonly rows: readonly R[];
  readonly rejected: readonly RejectedRow[];
  /** Ids of all rows of the page, unreadable ones included, ascending. */
  readonly ids: readonly number[];
}

/** Every row that the token may see and that matches the filter was in the pages before. */
export interface WalkComplete {
  readonly kind: 'complete';
  readonly rows: number;
  readonly rejected: number;
  /** Up to when the answer holds, by the more cautious of NetBox's clock and ours. Start the next change poll here. */
  readonly asOf: Date;
  /** Filter values that NetBox no longer knows and that were left out. */
  readonly gone: readonly (number | string)[];
}

/** The pages before are true as far as they go; nothing may be called missing from them. */
export interface WalkIncomplete {
  readonly kind: 'incomplete';
  readonly failure: NetBoxFailure;
}

/** A walk gives pages and then exactly one end. A walk that was left early has no end, and so is not complete. */
export type WalkStep<R> = WalkPage<R> | WalkComplete | WalkIncomplete;

export interface WalkOptions<F extends FilterRules> {
  readonly filter?: FilterOf<F>;
  /** Only rows changed at this time or later. */
  readonly updatedSince?: Date;
  /** Rows per request at first; NetBox may give fewer, and time-outs halve it. */
  readonly pageSize?: number;
  readonly signal?: AbortSignal;
}

/**
 * Walks a list by ascending id, so that rows which come or go meanwhile shift nothing. The first page brings NetBox's count
 * with it; where it holds all of them the walk is at its end. A longer walk ends at an empty page: a page that is merely
 * short does not end it, nor do as many rows as were counted, because a row may have come between. Without `updatedSince` its
 * rows are compared with NetBox's count at the end.
 * Requests are built here alone; the `next` of an answer is never followed.
 */
export async function* walk<R extends NetBoxRecord, F extends FilterRules>(
  session: NetBoxSession,
  resource: NetBoxResource<R, F>,
  options: WalkOptions<F> = {},
): AsyncGenerator<WalkStep<R>, void> {
  const plan = planWalk(resource, options.filter ?? {});
  const progress: Progress = {
    asOf: session.now(),
    rejected: 0,
    gone: [],
    pageSize: options.pageSize ?? maxPageSize,
    seen: new Set(),
  };
  for (const filters of plan.parts) {
    const failure =
      (await checkFilters(session, resource, filters, options.signal)) ??
      (yield* walkPart(session, resource, { fields: plan.fields, filters, options, progress }));
    if (failure) return yield { kind: 'incomplete', failure };
  }
  const { seen, rejected, gone } = progress;
  yield { kind: 'complete', rows: seen.size, rejected, asOf: new Date(progress.asOf), gone };
}

/** What the parts of a walk share. */
interface Progress {
  asOf: number;
  rejected: number;
  readonly gone: (number | string)[];
  pageSize: number;
  readonly seen: Set<number>;
}

interface Part<F extends FilterRules> {
  readonly fields: readonly string[];
  readonly filters: readonly SentFilter[];
  readonly options: WalkOptions<F>;
  readonly progress: Progress;
}

async function* walkPart<R extends NetBoxRecord, F extends FilterRules>(
  session: NetBoxSession,
  resource: NetBoxResource<R, F>,
  { fields, filters: asked, options, progress }: Part<F>,
): AsyncGenerator<WalkPage<R>, NetBoxFailure | undefined> {
  const { updatedSince, signal } = options;
  const exclude = resource.rendersContexts && session.abilities.excludeConfigContext ? 'config_context' : undefined;
  let filters = asked;
  let cursor = 1;
  let received = 0;
  let phase: 'first' | 'pages' | 'count' | 'pages-again' | 'count-again' = 'first';
  // Each turn gets a page further, makes the request smaller, or ends the part.
  while (filters.every((filter) => filter.values.length > 0)) {
    const counting = phase === 'count' || phase === 'count-again';
    const query: Query = {
      ...Object.fromEntries(filters.map(({ name, values }) => [name, values])),
      exclude,
      last_updated__gte: updatedSince?.toISOString(),
      fields: counting ? 'id' : fields.join(','),
      limit: counting ? 1 : progress.pageSize,
      ...(counting ? {} : placeOf(cursor, phase !== 'first' && session.abilities.startCursor)),
    };
    const answer = await askPage(session, resource, query, signal);
    if (!answer.ok) {
      const { failure } = answer;
      if (failure.kind === 'unavailable' && failure.mayBeTooMuch && !counting && progress.pageSize > minPageSize) {
        progress.pageSize = Math.max(minPageSize, Math.floor(progress.pageSize / 2));
        continue;
      }
      const remaining = withoutGone(filters, failure, progress.gone);
      if (remaining === undefined) return failure;
      filters = remaining;
      continue;
    }
    const { rows, count, serverTime } = answer.value;
    if (counting) {
      if (count === undefined) return unsteady(resource, 'NetBox gives no count of the rows');
      // More rows than counted: some were deleted meanwhile. Fewer: some were added behind the cursor, or a page was cut.
      if (received >= count) return undefined;
      if (phase === 'count-again') return unsteady(resource, `${received} rows came, NetBox counts ${count}`);
      phase = 'pages-again';
      continue;
    }
    progress.asOf = Math.min(progress.asOf, serverTime ?? progress.asOf);
    const isWhole = phase === 'first' && count !== undefined && rows.length >= count;
    if (phase === 'first') phase = 'pages';
    if (rows.length === 0) {
      if (updatedSince !== undefined) return undefined;
      phase = phase === 'pages' ? 'count' : 'count-again';
      continue;
    }
    const fault = pageFault(resource, rows, { cursor, seen: progress.seen, filters, updatedSince });
    if (fault) return fault;
    const ids = rows.map((row) => row.id);
    for (const id of ids) progress.seen.add(id);
    const read = readRows(resource.schema, rows);
    received += rows.length;
    progress.rejected += read.rejected.length;
    cursor = (ids.at(-1) ?? cursor) + 1;
    yield { kind: 'page', ...read, ids };
    if (isWhole) return undefined;
  }
  return undefined;
}

/** By cursor NetBox spares itself the count, which it makes anew for each page otherwise. */
function placeOf(cursor: number, byCursor: boolean): Query {
  return byCursor ? { start: cursor } : { ordering: 'id', id__gte: cursor };
}

const maxPageSize = 1000;
const minPageSize = 50;
