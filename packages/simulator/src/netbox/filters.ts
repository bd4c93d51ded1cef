import { flag, type Lookup, numberLookup, stringLookup, timeLookup } from './lookups.ts';
import type { Filter, Model } from './model.ts';
import { withDescendants } from './models/organisation.ts';
import { idList, isRecord, type Row, text } from './store.ts';
import { ValidationError } from './validation.ts';
import type { View } from './view.ts';

/** One condition on a row; `narrow` gives the only rows that can meet it, where an index knows them. */
export interface Condition {
  readonly test: (row: Row) => boolean;
  readonly narrow?: () => Row[];
}

/**
 * The conditions of a list request. As in NetBox, a parameter whose **name** no filter has is ignored (the whole table
 * answers), while a **value** that a foreign key or choice does not have is a ValidationError.
 */
export function conditionsOf(view: View, model: Model, query: URLSearchParams): Condition[] {
  const conditions: Condition[] = [];
  const errors: Record<string, string[]> = {};
  for (const parameter of new Set(query.keys())) {
    const values = query.getAll(parameter).filter((value) => value !== '');
    if (values.length === 0) continue;
    const { name, suffix } = split(model, parameter);
    const filter = model.filters[name] ?? customFieldFilter(view, model, name);
    if (filter === undefined) continue;
    const found = build(view, model, filter, suffix, values);
    if ('error' in found) errors[errorKey(parameter)] = [found.error];
    else if (found.condition !== null) conditions.push(found.condition);
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return conditions;
}

/** Rows that meet every condition, in no promised order, or null when there is no condition at all. */
export function selectRows(view: View, model: Model, conditions: readonly Condition[]): Row[] | null {
  if (conditions.length === 0) return null;
  const narrowed = conditions.find((condition) => condition.narrow !== undefined)?.narrow?.();
  const found: Row[] = [];
  for (const row of narrowed ?? view.store.table(model.type).rows()) {
    if (conditions.every((condition) => condition.test(row))) found.push(row);
  }
  return found;
}

/** `time_after` and `time_before` are two ends of one filter, and errors name that one. */
function errorKey(parameter: string): string {
  return /^time_(after|before)$/.test(parameter) ? 'time' : parameter;
}

function split(model: Model, parameter: string): { name: string; suffix: string } {
  const ends = /^(time)_(after|before)$/.exec(parameter);
  if (ends !== null) return { name: 'time', suffix: ends[2] === 'after' ? 'gte' : 'lte' };
  if (model.filters[parameter] !== undefined) return { name: parameter, suffix: '' };
  const at = parameter.lastIndexOf('__');
  return at < 0 ? { name: parameter, suffix: '' } : { name: parameter.slice(0, at), suffix: parameter.slice(at + 2) };
}

type Built = { readonly condition: Condition | null } | { readonly error: string };

function build(view: View, model: Model, filter: Filter, suffix: string, values: readonly string[]): Built {
  switch (filter.kind) {
    case 'id':
      return idCondition(view, model, suffix, values);
    case 'string':
      return onColumn(view, model, filter.column, stringLookup(suffix, values), suffix === '' ? values : undefined);
    case 'number':
      return onColumn(view, model, filter.column, numberLookup(suffix, values, false));
    case 'time':
      return onColumn(view, model, filter.column, timeLookup(suffix, values));
    case 'choice':
      return choiceCondition(view, model, filter, suffix, values);
    case 'ref':
      return refCondition(view, model, filter, suffix, values);
    case 'flag': {
      const wanted = suffix === '' ? flag(values[values.length - 1]) : null;
      return { condition: wanted === null ? null : { test: (row) => filter.test(row, view) === wanted } };
    }
    case 'tag':
      return tagCondition(view, suffix, values);
    case 'match': {
      if (suffix !== '' && suffix !== 'n') return { condition: null };
      for (const value of values) {
        const error = filter.check?.(value) ?? null;
        if (error !== null) return { error };
      }
      const matches = (row: Row) => values.some((value) => filter.test(row, value, view));
      return { condition: { test: suffix === 'n' ? (row) => !matches(row) : matches } };
    }
  }
}

function idCondition(view: View, model: Model, suffix: string, values: readonly string[]): Built {
  const lookup = numberLookup(suffix, values, true);
  if (lookup === 'ignored') return { condition: null };
  if ('error' in lookup) return lookup;
  const test = (row: Row) => lookup.test(row.id);
  if (suffix !== '') return { condition: { test } };
  const table = view.store.table(model.type);
  const narrow = () => values.map((value) => table.get(Number(value))).filter((row) => row !== undefined);
  return { condition: { test, narrow: () => [...new Set(narrow())] } };
}

function onColumn(view: View, model: Model, column: string, lookup: Lookup, exact?: readonly string[]): Built {
  if (lookup === 'ignored') return { condition: null };
  if ('error' in lookup) return lookup;
  const test = (row: Row) => lookup.test(column.includes('__') ? view.follow(model, row, column) : row[column]);
  if (exact === undefined || column.includes('__')) return { condition: { test } };
  const narrow = () => exact.flatMap((value) => view.store.table(model.type).where(column, value));
  return { condition: { test, narrow } };
}

function invalidChoice(value: string): string {
  return `Select a valid choice. ${value} is not one of the available choices.`;
}

function choiceCondition(
  view: View,
  model: Model,
  filter: Extract<Filter, { kind: 'choice' }>,
  suffix: string,
  values: readonly string[],
): Built {
  if (suffix !== '' && suffix !== 'n') return { condition: null };
  for (const value of values) {
    if (filter.choices[value] === undefined && value !== 'null') return { error: invalidChoice(value) };
  }
  const matches = (row: Row) => {
    const cell = view.follow(model, row, filter.column);
    return values.includes(cell === null || cell === undefined || cell === '' ? 'null' : String(cell));
  };
  return { condition: { test: suffix === 'n' ? (row) => !matches(row) : matches } };
}

function refCondition(
  view: View,
  model: Model,
  filter: Extract<Filter, { kind: 'ref' }>,
  suffix: string,
  values: readonly string[],
): Built {
  if (suffix !== '' && suffix !== 'n') return { condition: null };
  const wanted = new Set<number>();
  let orNothing = false;
  for (const value of values) {
    if (value === 'null') {
      orNothing = true;
      continue;
    }
    if (filter.by === 'id' && !/^\d+$/.test(value)) return { error: `“${value}” is not a valid value.` };
    const targets =
      filter.by === 'id'
        ? [view.store.get(filter.to, Number(value))].filter((row) => row !== undefined)
        : view.store.table(filter.to).where(filter.by, value);
    if (targets.length === 0) return { error: invalidChoice(value) };
    for (const target of targets) {
      const ids = filter.tree === true ? withDescendants(view, filter.to, target.id) : [target.id];
      for (const id of ids) wanted.add(id);
    }
  }
  const matches = (row: Row) => {
    const cell = view.follow(model, row, filter.path);
    return typeof cell === 'number' ? wanted.has(cell) : orNothing;
  };
  if (suffix === 'n') return { condition: { test: (row) => !matches(row) } };
  if (filter.path.includes('__') || orNothing) return { condition: { test: matches } };
  const narrow = () => [...wanted].flatMap((id) => view.store.table(model.type).where(filter.path, id));
  return { condition: { test: matches, narrow } };
}

/** Several tags must all be there. */
function tagCondition(view: View, suffix: string, values: readonly string[]): Built {
  if (suffix !== '' && suffix !== 'n') return { condition: null };
  const wanted: number[] = [];
  for (const value of values) {
    const [found] = view.store.table('extras.tag').where('slug', value);
    if (found === undefined) return { error: invalidChoice(value) };
    wanted.push(found.id);
  }
  const matches = (row: Row) => {
    const own = idList(row.tags);
    return wanted.every((tag) => own.includes(tag));
  };
  return { condition: { test: suffix === 'n' ? (row) => !matches(row) : matches } };
}

/** `cf_x` filters when there is a custom field x, and is one more unknown name when there is none. */
function customFieldFilter(view: View, model: Model, name: string): Filter | undefined {
  if (!name.startsWith('cf_')) return undefined;
  const field = name.slice(3);
  if (!view.customFieldsOf(model.type).some((row) => text(row.name) === field)) return undefined;
  return {
    kind: 'match',
    test: (row, value) => isRecord(row.custom_fields) && String(row.custom_fields[field] ?? '') === value,
  };
}
