import type { z } from 'zod';
import type { Query } from '../http/calls.ts';
import { filterIgnored, type NetBoxFailure, unsteady, unusable } from './failure.ts';
import type { FilterRules } from './filters.ts';
import { isRawRow, listEnvelope, type RawRow } from './raw.ts';
import type { NetBoxRecord, NetBoxResource } from './resource.ts';
import type { NetBoxSession, Reply } from './session.ts';
import { mismatch, type SentFilter } from './walk-plan.ts';

/** One answer of a list, not yet judged. */
export interface ListPage {
  readonly rows: readonly RawRow[];
  readonly count: number | undefined;
  /** From the answer's Date header, milliseconds; undefined when it has none. */
  readonly serverTime: number | undefined;
}

/** Asks for one page. A page with a row that has no id is no page: such a row can neither be used nor passed over. */
export async function askPage<R extends NetBoxRecord, F extends FilterRules>(
  session: NetBoxSession,
  resource: NetBoxResource<R, F>,
  query: Query,
  signal: AbortSignal | undefined,
): Promise<Reply<ListPage>> {
  const answer = await session.list(resource.call, resource.objectType, query, signal);
  if (!answer.ok) return answer;
  const envelope = listEnvelope.safeParse(answer.value.body);
  if (!envelope.success) return { ok: false, failure: unusable(resource, 'the answer is no list of NetBox') };
  const { results: rows, count } = envelope.data;
  if (!rows.every(isRawRow)) return { ok: false, failure: unusable(resource, 'a row has no id') };
  const serverTime = Date.parse(answer.value.headers.date ?? '');
  return {
    ok: true,
    value: { rows, count: count ?? undefined, serverTime: Number.isNaN(serverTime) ? undefined : serverTime },
  };
}

/** What a page must be: ids ascending from the cursor on, none seen before, every row matching what was asked for. */
export interface PageDemands {
  readonly cursor: number;
  readonly seen: ReadonlySet<number>;
  readonly filters: readonly SentFilter[];
  readonly updatedSince: Date | undefined;
}

export function pageFault(
  resource: { readonly title: string },
  rows: readonly RawRow[],
  demands: PageDemands,
): NetBoxFailure | undefined {
  let previous = demands.cursor - 1;
  for (const row of rows) {
    if (demands.seen.has(row.id)) return unsteady(resource, `row ${row.id} came twice`);
    if (row.id <= previous) return unsteady(resource, `row ${row.id} came where row ${previous + 1} or later was due`);
    previous = row.id;
    const filter = mismatch(row, demands.filters) ?? (isOlder(row, demands.updatedSince) ? updatedFilter : undefined);
    if (filter !== undefined) return filterIgnored(resource, filter, `row ${row.id} does not match it`);
  }
  return undefined;
}

function isOlder(row: RawRow, since: Date | undefined): boolean {
  if (since === undefined) return false;
  const at = typeof row.last_updated === 'string' ? Date.parse(row.last_updated) : Number.NaN;
  return !(at >= since.getTime());
}

/** A row that cannot be read. It exists all the same: its id counts as seen. */
export interface RejectedRow {
  readonly id: number;
  /** What is wrong with it, in one line. */
  readonly problem: string;
}

/** Reads the rows one by one, so that a bad one takes no other with it. */
export function readRows<R>(schema: z.ZodType<R>, raw: readonly RawRow[]): { rows: R[]; rejected: RejectedRow[] } {
  const rows: R[] = [];
  const rejected: RejectedRow[] = [];
  for (const row of raw) {
    const read = schema.safeParse(row);
    if (read.success) rows.push(read.data);
    else rejected.push({ id: row.id, problem: problemOf(read.error) });
  }
  return { rows, rejected };
}

/** What zod found, in one line. */
export function problemOf(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
}

const updatedFilter = 'last_updated__gte';
