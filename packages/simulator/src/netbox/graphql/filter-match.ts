import { parseTimestamp } from '../clock.ts';
import { conditionsOf } from '../filters.ts';
import type { Model } from '../model.ts';
import { idList, isRecord, type Row } from '../store.ts';
import { atLeast } from '../version.ts';
import type { View } from '../view.ts';

/** The test that a `filters` argument stands for. */
export function filterTest(view: View, model: Model, filters: unknown): (row: Row) => boolean {
  if (!isRecord(filters)) return () => true;
  if (!atLeast(view.version, '4.4')) return legacyTest(view, model, filters);
  return (row) => matches(view, model, row, filters);
}

function legacyTest(view: View, model: Model, filters: Readonly<Record<string, unknown>>): (row: Row) => boolean {
  const query = new URLSearchParams();
  for (const [name, given] of Object.entries(filters)) {
    for (const item of Array.isArray(given) ? given : [given]) query.append(name, String(item));
  }
  const conditions = conditionsOf(view, model, query);
  return (row) => conditions.every((condition) => condition.test(row));
}

/** All conditions of one filter hold, or those of its OR; and those of its NOT do not. */
function matches(view: View, model: Model, row: Row, filters: Readonly<Record<string, unknown>>): boolean {
  const own = Object.entries(filters).every(([name, given]) => holds(view, model, row, name, given));
  const also = !isRecord(filters.AND) || matches(view, model, row, filters.AND);
  const not = isRecord(filters.NOT) && matches(view, model, row, filters.NOT);
  const or = isRecord(filters.OR) && matches(view, model, row, filters.OR);
  return (own && also && !not) || or;
}

function holds(view: View, model: Model, row: Row, name: string, given: unknown): boolean {
  if (['AND', 'OR', 'NOT', 'DISTINCT'].includes(name) || given === null || given === undefined) return true;
  if (name === 'id') return isRecord(given) ? lookUp(row.id, given) : row.id === Number(given);
  const field = view.field(model, name);
  if (field === undefined && name.endsWith('_id')) return row[name.slice(0, -3)] === Number(given);
  if (field?.kind === 'ref' && isRecord(given)) {
    const other = view.store.get(field.to, row[name]);
    return other !== undefined && matches(view, view.model(field.to), other, given);
  }
  if (field?.kind === 'tags' && isRecord(given)) {
    const tags = idList(row.tags).map((id) => view.store.get('extras.tag', id));
    return tags.some((tag) => tag !== undefined && matches(view, view.model('extras.tag'), tag, given));
  }
  if (isRecord(given)) return lookUp(row[name], given);
  const flag = model.filters[name];
  if (flag?.kind === 'flag') return flag.test(row, view) === given;
  return row[name] === given;
}

function lookUp(cell: unknown, lookup: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(lookup).every(([operator, given]) => {
    if (given === null || given === undefined) return true;
    if (operator === 'is_null') return (cell === null || cell === undefined) === given;
    if (operator === 'in_list') return Array.isArray(given) && given.some((item) => compare(cell, item) === 0);
    if (typeof cell === 'string' && typeof given === 'string') {
      const text = textOperators[operator];
      if (text !== undefined) return text(cell, given);
    }
    const order = compare(cell, given);
    if (order === null) return false;
    return orderOperators[operator]?.(order) === true;
  });
}

const textOperators: Readonly<Record<string, (cell: string, given: string) => boolean>> = {
  i_exact: (cell, given) => cell.toLowerCase() === given.toLowerCase(),
  contains: (cell, given) => cell.includes(given),
  i_contains: (cell, given) => cell.toLowerCase().includes(given.toLowerCase()),
  starts_with: (cell, given) => cell.startsWith(given),
  i_starts_with: (cell, given) => cell.toLowerCase().startsWith(given.toLowerCase()),
  ends_with: (cell, given) => cell.endsWith(given),
  i_ends_with: (cell, given) => cell.toLowerCase().endsWith(given.toLowerCase()),
  regex: (cell, given) => new RegExp(given).test(cell),
  i_regex: (cell, given) => new RegExp(given, 'i').test(cell),
};

const orderOperators: Readonly<Record<string, (order: number) => boolean>> = {
  exact: (order) => order === 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/** Numbers as numbers (ids come as text), timestamps in one spelling, the rest as text; null when one is missing. */
function compare(cell: unknown, given: unknown): number | null {
  if (cell === null || cell === undefined) return null;
  if (typeof cell === 'number') return Math.sign(cell - Number(given));
  if (typeof cell === 'boolean') return cell === given ? 0 : 1;
  const own = String(cell);
  const other = /^\d{4}-\d{2}-\d{2}T/.test(own) ? (parseTimestamp(String(given)) ?? String(given)) : String(given);
  if (own === other) return 0;
  return own < other ? -1 : 1;
}
