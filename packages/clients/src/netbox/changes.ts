import type { FilterOf, FilterRules } from './filters.ts';
import type { NetBoxRecord, NetBoxResource } from './resource.ts';
import type { NetBoxSession } from './session.ts';
import { type WalkStep, walk } from './walk.ts';

export interface ChangesOptions<F extends FilterRules> {
  /** `asOf` of the last complete walk or poll of this type. */
  readonly since: Date;
  /** How far to look behind `since`, milliseconds. */
  readonly overlapMs?: number;
  readonly filter?: FilterOf<F>;
  readonly signal?: AbortSignal;
}

/**
 * The rows that changed since a time, each as it is now. Rows come again within the overlap: NetBox stamps a row when its
 * transaction starts and shows it when it ends, so a long one surfaces with a time already passed. Deletions never show
 * here, and neither does a row that left the filter: sweep the ids for those. Change of one object does not stamp its
 * relatives (a MAC address not its interface, an interface not its device): poll each type.
 */
export function changesSince<R extends NetBoxRecord, F extends FilterRules>(
  session: NetBoxSession,
  resource: NetBoxResource<R, F>,
  { since, overlapMs = defaultOverlapMs, ...options }: ChangesOptions<F>,
): AsyncGenerator<WalkStep<R>, void> {
  return walk(session, resource, { ...options, updatedSince: new Date(since.getTime() - overlapMs) });
}

const defaultOverlapMs = 5 * 60_000;
