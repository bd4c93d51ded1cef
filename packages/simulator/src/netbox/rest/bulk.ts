import { forbidden } from '../access.ts';
import type { Model } from '../model.ts';
import { isRecord, type Row } from '../store.ts';
import { detail, HttpProblem, ValidationError } from '../validation.ts';
import { atLeast } from '../version.ts';
import { pythonType } from '../writes/parse.ts';
import type { WriteSession } from '../writes/session.ts';

interface Failure {
  /** Place in the request, or the object's id where that is known. */
  readonly key: { readonly index: number } | { readonly id: unknown };
  readonly errors: Readonly<Record<string, unknown>>;
}

/** Creates all or none. */
export function createMany(
  session: WriteSession,
  model: Model,
  items: readonly unknown[],
  check: (row: Row) => void,
): Row[] {
  return session.view.store.transaction(() => {
    const failures = new Map<number, Failure>();
    const rows: Row[] = [];
    for (const [index, item] of items.entries()) {
      attempt(failures, index, { index }, () => {
        const row = session.create(model, item);
        check(row);
        rows.push(row);
      });
    }
    failIfAny(session, failures, items.length, 'could not be created');
    return rows;
  });
}

/** Changes all or none, in order; an id that comes twice is merged into its last form. */
export function updateMany(
  session: WriteSession,
  model: Model,
  body: unknown,
  options: { readonly complete: boolean; readonly allowed: ((row: Row) => boolean) | null },
): Row[] {
  const items = listOf(body);
  const rows = rowsOf(session, model, items, options.allowed);
  const merged = new Map<Row, Record<string, unknown>>();
  for (const [index, row] of rows.entries()) {
    const item = items[index];
    if (row !== null && isRecord(item)) merged.set(row, { ...merged.get(row), ...item });
  }
  return session.view.store.transaction(() => {
    const failures = new Map<number, Failure>();
    for (const [index, [row, item]] of [...merged].entries()) {
      attempt(failures, index, { id: row.id }, () => {
        session.update(model, row, item, options.complete);
        if (options.allowed !== null && !options.allowed(row)) throw forbidden();
      });
    }
    failIfAny(session, failures, merged.size, 'could not be updated');
    return [...merged.keys()];
  });
}

/** Deletes all or none. An unknown id is an error from 4.7 on, and of no account before. */
export function deleteMany(
  session: WriteSession,
  model: Model,
  body: unknown,
  allowed: ((row: Row) => boolean) | null,
): void {
  const rows = rowsOf(session, model, listOf(body), allowed);
  session.view.store.transaction(() => {
    for (const row of rows) if (row !== null) session.delete(model, row);
  });
}

function listOf(body: unknown): readonly unknown[] {
  if (body === undefined) throw detail(400, 'Expected a list of objects, but no data was submitted.');
  if (!Array.isArray(body)) throw detail(400, `Expected a list of objects, but got ${pythonType(body)}.`);
  return body;
}

function rowsOf(
  session: WriteSession,
  model: Model,
  items: readonly unknown[],
  allowed: ((row: Row) => boolean) | null,
): (Row | null)[] {
  const missing = new Map<number, Failure>();
  const unknown = new Map<number, Failure>();
  const rows = items.map((item, index) => {
    const id = isRecord(item) ? item.id : undefined;
    if (id === undefined) {
      missing.set(index, { key: { index }, errors: { id: ['This field is required.'] } });
      return null;
    }
    const row = session.view.store.get(model.type, id);
    if (row !== undefined && (allowed === null || allowed(row))) return row;
    unknown.set(index, { key: { id }, errors: { id: [`Object with ID ${String(id)} does not exist`] } });
    return null;
  });
  failIfAny(session, missing, items.length, 'failed validation');
  if (atLeast(session.view.version, '4.7')) failIfAny(session, unknown, items.length, 'could not be found');
  return rows;
}

function attempt(failures: Map<number, Failure>, index: number, key: Failure['key'], write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    failures.set(index, { key, errors: error.errors });
  }
}

/** From 4.7 the errors name their objects; before, there is a list with an entry for every object, good ones empty. */
function failIfAny(session: WriteSession, failures: ReadonlyMap<number, Failure>, total: number, what: string): void {
  if (failures.size === 0) return;
  if (!atLeast(session.view.version, '4.7')) {
    throw new HttpProblem(
      400,
      Array.from({ length: total }, (_, index) => failures.get(index)?.errors ?? {}),
    );
  }
  const errors = [...failures.values()].map(({ key, errors: messages }) => ({ ...key, errors: messages }));
  throw new HttpProblem(400, { detail: `${failures.size} of ${total} objects ${what}.`, errors });
}
