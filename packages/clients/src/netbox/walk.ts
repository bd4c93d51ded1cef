import type { NetBoxFailure } from './failure.ts';
import { checkFilters } from './filter-check.ts';
import type { FilterOf, FilterRules } from './filters.ts';
import type { RejectedRow } from './list-page.ts';
import type { NetBoxRecord, NetBoxResource } from './resource.ts';
import type { NetBoxSession } from './session.ts';
import { PartWalk, type WalkProgress } from './walk-part.ts';
import { planWalk } from './walk-plan.ts';

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
  /** From so many rows on a list is read from its start and from its middle at once. */
  readonly splitFrom?: number;
  readonly signal?: AbortSignal;
}

/**
 * Walks a list by ascending id within each page, so that rows which come or go meanwhile shift nothing. The first page brings NetBox's count
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
  const progress: WalkProgress = {
    asOf: session.now(),
    rejected: 0,
    gone: [],
    pageSize: options.pageSize ?? maxPageSize,
    seen: new Set(),
  };
  for (const filters of plan.parts) {
    const failure =
      (await checkFilters(session, resource, filters, options.signal)) ??
      (yield* new PartWalk(session, resource, { fields: plan.fields, filters, options, progress }).pages());
    if (failure) return yield { kind: 'incomplete', failure };
  }
  const { seen, rejected, gone } = progress;
  yield { kind: 'complete', rows: seen.size, rejected, asOf: new Date(progress.asOf), gone };
}

const maxPageSize = 1000;
