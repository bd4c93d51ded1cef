import type { Model } from './model.ts';
import type { Row } from './store.ts';
import type { View } from './view.ts';

type Key = string | number | null;

/** NetBox sorts text without regard to case and numbers inside it by value. */
function sortKey(cell: unknown): Key {
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'boolean') return cell ? 1 : 0;
  if (typeof cell !== 'string') return null;
  return cell.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(10, '0'));
}

interface Sorted {
  readonly stamp: string;
  readonly ids: readonly number[];
}

const kept = new WeakMap<View, Map<string, Sorted>>();

/**
 * Ids of the whole table in the order asked for (`ordering`, or the model's own). Names that cannot be sorted by are
 * ignored; with none left the default order holds. Kept until a table that the order depends on changes.
 */
export function orderedIds(view: View, model: Model, ordering: string | null): readonly number[] {
  const asked = (ordering ?? '').split(',').filter((term) => sortable(model, term.replace(/^-/, '')));
  const terms = asked.length > 0 ? asked : model.order;
  const table = view.store.table(model.type);
  if (terms.length === 1 && terms[0] === 'id') return table.ids();
  const cache = kept.get(view) ?? new Map<string, Sorted>();
  kept.set(view, cache);
  const name = `${model.type} ${terms.join()}`;
  const stamp = `${table.version} ${terms.map((term) => dependency(view, model, term)).join()}`;
  const old = cache.get(name);
  if (old?.stamp === stamp) return old.ids;
  const ids = sortIds(view, model, terms);
  cache.set(name, { stamp, ids });
  return ids;
}

function sortIds(view: View, model: Model, terms: readonly string[]): number[] {
  const columns = terms.map((term) => ({ path: resolve(model, term.replace(/^-/, '')), back: term.startsWith('-') }));
  const keyed: { id: number; keys: Key[] }[] = [];
  for (const row of view.store.table(model.type).rows()) {
    keyed.push({ id: row.id, keys: columns.map(({ path }) => sortKey(read(view, model, row, path))) });
  }
  keyed.sort((a, b) => {
    for (const [index, { back }] of columns.entries()) {
      const order = compare(a.keys[index] ?? null, b.keys[index] ?? null);
      if (order !== 0) return back ? -order : order;
    }
    return a.id - b.id;
  });
  return keyed.map(({ id }) => id);
}

function read(view: View, model: Model, row: Row, path: string): unknown {
  return path.includes('__') ? view.follow(model, row, path) : row[path];
}

/** Nothing sorts after something, as in PostgreSQL. */
function compare(a: Key, b: Key): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}

function sortable(model: Model, name: string): boolean {
  if (name === 'id') return true;
  return model.fields.some((field) => field.name === name && ['value', 'choice', 'ref'].includes(field.kind));
}

/** Sorting by a foreign key means by the name of the other, but for these, which NetBox sorts by id. */
function resolve(model: Model, name: string): string {
  const field = model.fields.find((candidate) => candidate.name === name);
  return field?.kind === 'ref' && !['cable', 'module_bay', 'device', 'vrf'].includes(name) ? `${name}__name` : name;
}

function dependency(view: View, model: Model, term: string): string {
  const [head = ''] = term.replace(/^-/, '').split('__');
  const field = model.fields.find((candidate) => candidate.name === head);
  return field?.kind === 'ref' ? String(view.store.table(field.to).version) : '';
}
