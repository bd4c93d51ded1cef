import { conditionsOf, selectRows } from './filters.ts';
import type { Model } from './model.ts';
import { orderedIds } from './ordering.ts';
import type { Row } from './store.ts';
import { HttpProblem } from './validation.ts';
import { atLeast } from './version.ts';
import type { Selection, View } from './view.ts';

export const DEFAULT_PAGE_SIZE = 50;

export interface ListRequest {
  readonly query: URLSearchParams;
  /** Address of the list itself, to build `next` and `previous` from. */
  readonly url: string;
  readonly maxPageSize: number;
  /** Whether the caller may see the row. */
  readonly visible: ((row: Row) => boolean) | null;
}

export interface Page {
  readonly count: number | null;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly Record<string, unknown>[];
}

/** Answers a list: filters, order, page, keys. Throws HttpProblem or ValidationError (both 400) on a bad parameter. */
export function listPage(view: View, model: Model, request: ListRequest): Page {
  const { query } = request;
  const conditions = conditionsOf(view, model, query);
  const { visible } = request;
  if (visible !== null) conditions.push({ test: visible });
  const limit = pageSize(query.get('limit'), request.maxPageSize);
  const selection = selectionOf(view, query);
  const cursor = atLeast(view.version, '4.6') ? query.get('start') : null;
  const page = cursor === null ? byOffset(view, model, request, conditions, limit) : null;
  if (page !== null) {
    const { rows, ...links } = page;
    return { ...links, results: rows.map((row) => view.render(model, row, selection)) };
  }
  const rows = byCursor(view, model, query, conditions, limit, cursor ?? '');
  const last = rows[rows.length - 1];
  const next = rows.length < limit || last === undefined ? null : link(request, { limit, start: last.id + 1 });
  return { count: null, next, previous: null, results: rows.map((row) => view.render(model, row, selection)) };
}

type Conditions = ReturnType<typeof conditionsOf>;

function byOffset(view: View, model: Model, request: ListRequest, conditions: Conditions, limit: number) {
  const offset = Math.max(0, wholeNumber(request.query.get('offset')) ?? 0);
  const order = orderedIds(view, model, request.query.get('ordering'));
  const selected = selectRows(view, model, conditions);
  const table = view.store.table(model.type);
  let ids = order;
  if (selected !== null) {
    const wanted = new Set(selected.map((row) => row.id));
    ids = order.filter((id) => wanted.has(id));
  }
  const rows: Row[] = [];
  for (const id of ids.slice(offset, offset + limit)) {
    const row = table.get(id);
    if (row !== undefined) rows.push(row);
  }
  const count = ids.length;
  const next = offset + limit >= count ? null : link(request, { limit, offset: offset + limit });
  const previous =
    offset <= 0 ? null : link(request, { limit, offset: offset - limit > 0 ? offset - limit : undefined });
  return { count, next, previous, rows };
}

function byCursor(
  view: View,
  model: Model,
  query: URLSearchParams,
  conditions: Conditions,
  limit: number,
  cursor: string,
): Row[] {
  if (query.has('offset')) throw new HttpProblem(400, ["'start' and 'offset' are mutually exclusive."]);
  if (query.has('ordering')) {
    throw new HttpProblem(400, ['Ordering cannot be specified in conjunction with cursor-based pagination.']);
  }
  const start = wholeNumber(cursor);
  if (start === null || start < 0) {
    throw new HttpProblem(400, ["Invalid 'start' parameter: must be a non-negative integer."]);
  }
  return rowsFrom(view, model, conditions, start, limit);
}

/** The first rows by id, from an id on, that meet the conditions. */
export function rowsFrom(view: View, model: Model, conditions: Conditions, start: number, limit: number): Row[] {
  const table = view.store.table(model.type);
  const narrowed = conditions.find((condition) => condition.narrow !== undefined)?.narrow?.();
  if (narrowed !== undefined) {
    return narrowed
      .filter((row) => row.id >= start && conditions.every((condition) => condition.test(row)))
      .sort((a, b) => a.id - b.id)
      .slice(0, limit);
  }
  const ids = table.ids();
  const rows: Row[] = [];
  for (let index = firstAtLeast(ids, start); index < ids.length && rows.length < limit; index++) {
    const row = table.get(ids[index] ?? 0);
    if (row !== undefined && conditions.every((condition) => condition.test(row))) rows.push(row);
  }
  return rows;
}

function firstAtLeast(ids: readonly number[], start: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A limit above the ceiling is clamped without a word; 0 asks for as much as the ceiling allows. */
function pageSize(asked: string | null, ceiling: number): number {
  const limit = asked === null ? DEFAULT_PAGE_SIZE : wholeNumber(asked);
  if (limit === null || limit < 0) return DEFAULT_PAGE_SIZE;
  return limit === 0 ? ceiling : Math.min(limit, ceiling);
}

function wholeNumber(value: string | null): number | null {
  return value !== null && /^-?\d+$/.test(value.trim()) ? Number(value) : null;
}

function link(request: ListRequest, change: Readonly<Record<string, number | undefined>>): string {
  const query = new URLSearchParams(request.query);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) query.delete(name);
    else query.set(name, String(value));
  }
  if (change.offset === undefined) query.delete('offset');
  query.sort();
  return `${request.url}?${query.toString()}`;
}

export function selectionOf(view: View, query: URLSearchParams): Selection {
  const omit = namesIn(query.get('omit'));
  const fields = namesIn(query.get('fields'));
  // From 4.7 the context is stored with the device and this parameter no longer does anything.
  const dropContext = !atLeast(view.version, '4.7') && query.getAll('exclude').includes('config_context');
  const left = [...(atLeast(view.version, '4.5') ? omit : []), ...(dropContext ? ['config_context'] : [])];
  return {
    brief: ['1', 'true', 'yes', 'on'].includes((query.get('brief') ?? '').toLowerCase()),
    ...(fields.length > 0 ? { fields } : {}),
    ...(left.length > 0 ? { omit: left } : {}),
  };
}

function namesIn(list: string | null): string[] {
  return (list ?? '').split(',').filter((name) => name !== '');
}
