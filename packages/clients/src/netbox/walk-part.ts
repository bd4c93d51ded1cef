import type { Query } from '../http/calls.ts';
import { type NetBoxFailure, unsteady } from './failure.ts';
import type { FilterRules } from './filters.ts';
import { askPage, type ListPage, pageFault, readRows } from './list-page.ts';
import { merged } from './merged.ts';
import type { RawRow } from './raw.ts';
import type { NetBoxRecord, NetBoxResource } from './resource.ts';
import type { NetBoxSession } from './session.ts';
import type { WalkOptions, WalkPage } from './walk.ts';
import { type SentFilter, withoutGone } from './walk-plan.ts';

/** What the parts of a walk share. */
export interface WalkProgress {
  asOf: number;
  rejected: number;
  readonly gone: (number | string)[];
  pageSize: number;
  readonly seen: Set<number>;
}

export interface Part<F extends FilterRules> {
  readonly fields: readonly string[];
  readonly filters: readonly SentFilter[];
  readonly options: WalkOptions<F>;
  readonly progress: WalkProgress;
}

/** A stretch of ids that is read page by page. `cursor` is the lowest id that is still to come. */
interface Lane {
  cursor: number;
  /** Where the next stretch begins; undefined for the last. */
  readonly below: number | undefined;
}

type Pages<R> = AsyncGenerator<WalkPage<R>, NetBoxFailure | undefined>;
type Asked = { readonly page: ListPage } | { readonly failure: NetBoxFailure };

/** Reads all rows that one set of filters gives. */
export class PartWalk<R extends NetBoxRecord, F extends FilterRules> {
  readonly #session: NetBoxSession;
  readonly #resource: NetBoxResource<R, F>;
  readonly #part: Part<F>;
  #filters: readonly SentFilter[];
  #received = 0;

  constructor(session: NetBoxSession, resource: NetBoxResource<R, F>, part: Part<F>) {
    this.#session = session;
    this.#resource = resource;
    this.#part = part;
    this.#filters = part.filters;
  }

  /** Gives the pages, and then what kept them from being all; undefined when they are all. */
  async *pages(): Pages<R> {
    const { updatedSince } = this.#part.options;
    const first = await this.#ask(placeOf(1, false));
    if ('failure' in first) return first.failure;
    const { rows, count } = first.page;
    const lane: Lane = { cursor: 1, below: undefined };
    if (rows.length > 0) {
      const page = this.#take(rows, lane);
      if (page.kind !== 'page') return page;
      yield page;
      if (count !== undefined && rows.length >= count) return undefined;
      const failure = yield* this.#rest(lane, count);
      if (failure) return failure;
    }
    if (updatedSince !== undefined || this.#isEmptied()) return undefined;
    for (const isLast of [false, true]) {
      const counted = await this.#ask({ fields: 'id', limit: 1 });
      if ('failure' in counted) return counted.failure;
      const { count: now } = counted.page;
      if (this.#isEmptied()) return undefined;
      if (now === undefined) return unsteady(this.#resource, 'NetBox gives no count of the rows');
      // More rows than counted: some were deleted meanwhile. Fewer: some were added behind the cursor, or a page was cut.
      if (this.#received >= now) return undefined;
      if (isLast) return unsteady(this.#resource, `${this.#received} rows came, NetBox counts ${now}`);
      const failure = yield* this.#lane(lane);
      if (failure) return failure;
    }
    return undefined;
  }

  /** A long list is read in two stretches at once: one request alone keeps one of NetBox's workers busy and the others idle. */
  async *#rest(lane: Lane, count: number | undefined): Pages<R> {
    const { updatedSince, splitFrom = manyRows } = this.#part.options;
    const middle =
      updatedSince === undefined && this.#session.abilities.startCursor && (count ?? 0) >= splitFrom
        ? await this.#middle(lane.cursor)
        : undefined;
    if (middle === undefined) return yield* this.#lane(lane);
    const near: Lane = { cursor: lane.cursor, below: middle };
    lane.cursor = middle;
    return yield* merged([this.#lane(near), this.#lane(lane)]);
  }

  /** An id half way to the highest; undefined where that cannot be told. */
  async #middle(cursor: number): Promise<number | undefined> {
    const found = await this.#ask({ fields: 'id', limit: 1, ordering: '-id' });
    const highest = 'page' in found ? found.page.rows[0]?.id : undefined;
    return highest === undefined || highest <= cursor ? undefined : cursor + Math.ceil((highest - cursor) / 2);
  }

  async *#lane(lane: Lane): Pages<R> {
    for (;;) {
      const asked = await this.#ask(placeOf(lane.cursor, this.#session.abilities.startCursor));
      if ('failure' in asked) return asked.failure;
      const { rows } = asked.page;
      const end = lane.below === undefined ? -1 : rows.findIndex((row) => row.id >= (lane.below ?? row.id));
      const own = end === -1 ? rows : rows.slice(0, end);
      if (own.length > 0) {
        const page = this.#take(own, lane);
        if (page.kind !== 'page') return page;
        yield page;
      }
      if (own.length < rows.length || rows.length === 0) return undefined;
    }
  }

  /** Asks in smaller and smaller pages, and without what is gone, until there is an answer. */
  async #ask(place: Query): Promise<Asked> {
    const { fields, options, progress } = this.#part;
    const { updatedSince, signal } = options;
    const isPage = place.limit === undefined;
    const resource = this.#resource;
    const exclude = resource.rendersContexts && this.#session.abilities.excludeConfigContext;
    while (!this.#isEmptied()) {
      const pageSize = progress.pageSize;
      const query: Query = {
        ...Object.fromEntries(this.#filters.map(({ name, values }) => [name, values])),
        exclude: exclude ? 'config_context' : undefined,
        last_updated__gte: updatedSince?.toISOString(),
        fields: fields.join(','),
        limit: pageSize,
        ...place,
      };
      const answer = await askPage(this.#session, resource, query, signal);
      if (answer.ok) {
        if (isPage) progress.asOf = Math.min(progress.asOf, answer.value.serverTime ?? progress.asOf);
        return { page: answer.value };
      }
      const { failure } = answer;
      if (failure.kind === 'unavailable' && failure.mayBeTooMuch && isPage && pageSize > minPageSize) {
        progress.pageSize = Math.min(progress.pageSize, Math.max(minPageSize, Math.floor(pageSize / 2)));
        continue;
      }
      const remaining = withoutGone(this.#filters, failure, progress.gone);
      if (remaining === undefined) return { failure };
      this.#filters = remaining;
    }
    return { page: { rows: [], count: 0, serverTime: undefined } };
  }

  #take(rows: readonly RawRow[], lane: Lane): WalkPage<R> | NetBoxFailure {
    const { progress, options } = this.#part;
    const demands = { cursor: lane.cursor, seen: progress.seen, filters: this.#filters };
    const fault = pageFault(this.#resource, rows, { ...demands, updatedSince: options.updatedSince });
    if (fault) return fault;
    const ids = rows.map((row) => row.id);
    for (const id of ids) progress.seen.add(id);
    const read = readRows(this.#resource.schema, rows);
    this.#received += rows.length;
    progress.rejected += read.rejected.length;
    lane.cursor = (ids.at(-1) ?? lane.cursor) + 1;
    return { kind: 'page', ...read, ids };
  }

  #isEmptied(): boolean {
    return this.#filters.some((filter) => filter.values.length === 0);
  }
}

/** By cursor NetBox spares itself the count, which it makes anew for each page otherwise. */
function placeOf(cursor: number, byCursor: boolean): Query {
  return byCursor ? { start: cursor } : { ordering: 'id', id__gte: cursor };
}

const minPageSize = 50;
const manyRows = 4000;
