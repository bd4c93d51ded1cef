import type { ChoiceField, Field, Model, RefField, ValueField } from '../model.ts';
import { idList, isRecord, type Row, text } from '../store.ts';
import { refuse, ValidationError } from '../validation.ts';
import { atLeast } from '../version.ts';
import type { View } from '../view.ts';

/** Columns to write, by name. */
export type Columns = Record<string, unknown>;

/**
 * Turns a request body into columns: looks related objects up, checks choices, types and lengths. Unknown keys are
 * dropped without a word, as NetBox does. Throws one ValidationError with every bad field.
 * @param existing the row being changed, or null on creation
 * @param complete whether required fields must be there (creation and PUT)
 */
export function parseInput(
  view: View,
  model: Model,
  input: Readonly<Record<string, unknown>>,
  existing: Row | null,
  complete: boolean,
): Columns {
  const columns: Columns = {};
  const errors: Record<string, unknown> = {};
  for (const field of model.fields) {
    if (!view.has(field)) continue;
    if (!(field.name in input)) {
      if (complete && 'required' in field && field.required === true) errors[field.name] = ['This field is required.'];
      continue;
    }
    try {
      Object.assign(columns, parseField(view, model, field, input[field.name], existing));
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      Object.assign(errors, error.errors);
    }
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return columns;
}

function parseField(view: View, model: Model, field: Field, written: unknown, existing: Row | null): Columns {
  switch (field.kind) {
    case 'value':
      return field.readOnly === true ? {} : { [field.name]: parseValue(field, written) };
    case 'choice':
      return field.readOnly === true ? {} : { [field.name]: parseChoice(field, written) };
    case 'ref':
      return field.readOnly === true ? {} : { [field.name]: parseRef(view, field, written) };
    case 'refs':
      return { [field.name]: parseRefs(view, field.name, field.to, written) };
    case 'tags':
      return { tags: parseRefs(view, 'tags', 'extras.tag', written) };
    case 'customFields':
      return { custom_fields: parseCustomFields(view, model, written, existing) };
    case 'computed':
      return { ...(field.assign?.(written, existing) ?? {}) };
  }
}

function parseValue(field: ValueField, written: unknown): unknown {
  if (written === null) {
    if (field.fallback === null && field.required !== true) return null;
    throw refuse(field.name, 'This field may not be null.');
  }
  if (field.parse !== undefined) return field.parse(written);
  switch (field.of) {
    case 'string': {
      if (typeof written !== 'string' && typeof written !== 'number') throw refuse(field.name, 'Not a valid string.');
      const given = String(written).trim();
      if (field.required === true && given === '') throw refuse(field.name, 'This field may not be blank.');
      if (field.maxLength !== undefined && given.length > field.maxLength) {
        throw refuse(field.name, `Ensure this field has no more than ${field.maxLength} characters.`);
      }
      // An empty asset tag or name would clash with the next one: NetBox keeps null for it.
      return given === '' && field.fallback === null ? null : given;
    }
    case 'integer':
    case 'decimal': {
      const number = typeof written === 'boolean' ? Number.NaN : Number(written);
      const valid = written !== '' && Number.isFinite(number) && (field.of === 'decimal' || Number.isInteger(number));
      if (!valid) {
        throw refuse(
          field.name,
          field.of === 'integer' ? 'A valid integer is required.' : 'A valid number is required.',
        );
      }
      return number;
    }
    case 'boolean':
      if (typeof written !== 'boolean') throw refuse(field.name, 'Must be a valid boolean.');
      return written;
    case 'json':
      return written;
  }
}

function parseChoice(field: ChoiceField, written: unknown): unknown {
  if (written === null || written === '') {
    if (field.required === true) throw refuse(field.name, 'This field may not be blank.');
    return null;
  }
  const known = (typeof written === 'string' || typeof written === 'number') && String(written) in field.choices;
  if (!known) throw refuse(field.name, `${String(written)} is not a valid choice.`);
  return field.numeric === true ? Number(written) : written;
}

function parseRef(view: View, field: RefField, written: unknown): number | null {
  if (written === null) {
    if (field.required === true) throw refuse(field.name, 'This field may not be null.');
    return null;
  }
  return lookUp(view, field.name, field.to, written);
}

function parseRefs(view: View, name: string, type: string, written: unknown): number[] {
  if (!Array.isArray(written)) {
    throw refuse(name, `Expected a list of items but got type "${pythonType(written)}".`);
  }
  return [...new Set(written.map((item: unknown) => lookUp(view, name, type, item)))];
}

/** An id, or attributes that exactly one object has. */
function lookUp(view: View, name: string, type: string, written: unknown): number {
  if (isRecord(written)) {
    const model = view.model(type);
    const found = [...view.store.table(type).rows()].filter((row) =>
      Object.entries(written).every(([column, wanted]) => view.follow(model, row, column) === wanted),
    );
    const shown = pythonDict(written);
    if (found.length > 1) throw refuse(name, `Multiple objects match the provided attributes: ${shown}`);
    const [only] = found;
    if (only === undefined) throw refuse(name, `Related object not found using the provided attributes: ${shown}`);
    return only.id;
  }
  const id = typeof written === 'string' && /^\d+$/.test(written) ? Number(written) : written;
  if (typeof id !== 'number') {
    throw refuse(
      name,
      'Related objects must be referenced by numeric ID or by dictionary of attributes. ' +
        `Received an unrecognized value: ${String(written)}`,
    );
  }
  if (view.store.get(type, id) === undefined) {
    throw refuse(name, `Related object not found using the provided numeric ID: ${id}`);
  }
  return id;
}

function parseCustomFields(view: View, model: Model, written: unknown, existing: Row | null): Record<string, unknown> {
  if (!isRecord(written)) throw refuse('custom_fields', 'Expected a dictionary of items.');
  const merged: Record<string, unknown> = { ...(isRecord(existing?.custom_fields) ? existing.custom_fields : {}) };
  const definitions = new Map(view.customFieldsOf(model.type).map((field) => [text(field.name), field]));
  for (const [name, given] of Object.entries(written)) {
    const definition = definitions.get(name);
    if (definition === undefined) {
      if (!atLeast(view.version, '4.5')) continue;
      throw new ValidationError({
        custom_fields: { [name]: `Custom field '${name}' does not exist for this object type.` },
      });
    }
    const labels = isRecord(definition.labels) ? definition.labels : null;
    if (labels !== null && given !== null && !(typeof given === 'string' && given in labels)) {
      const set = view.store.get('extras.customfieldchoiceset', definition.choice_set);
      const shown = isRecord(given) ? pythonDict(given) : String(given);
      throw refuse(
        '__all__',
        `Invalid value for custom field '${name}': Invalid choice (${shown}) for choice set ${text(set?.name)}.`,
      );
    }
    merged[name] = given;
  }
  return merged;
}

/** What a row of the model starts with. */
export function defaultsOf(view: View, model: Model): Columns {
  const columns: Columns = {};
  for (const field of model.fields) {
    if (field.kind === 'value' || field.kind === 'choice') columns[field.name] = field.fallback;
    else if (field.kind === 'ref') columns[field.name] = null;
    else if (field.kind === 'refs' || field.kind === 'tags') columns[field.name] = [];
    else if (field.kind === 'customFields') columns.custom_fields = emptyCustomFields(view, model.type);
  }
  return columns;
}

function emptyCustomFields(view: View, type: string): Record<string, unknown> {
  return Object.fromEntries(view.customFieldsOf(type).map((field) => [text(field.name), null]));
}

/** `add_tags` and `remove_tags` (from 4.6) change a part of the set. */
export function applyTagChanges(view: View, input: Readonly<Record<string, unknown>>, existing: Row | null): Columns {
  if (!atLeast(view.version, '4.6') || !('add_tags' in input || 'remove_tags' in input)) return {};
  const add = 'add_tags' in input ? parseRefs(view, 'add_tags', 'extras.tag', input.add_tags) : [];
  const remove = 'remove_tags' in input ? parseRefs(view, 'remove_tags', 'extras.tag', input.remove_tags) : [];
  const kept = idList(existing?.tags).filter((tag) => !remove.includes(tag));
  return { tags: [...new Set([...kept, ...add])] };
}

function pythonDict(record: Readonly<Record<string, unknown>>): string {
  const shown = (item: unknown) => (typeof item === 'string' ? `'${item}'` : String(item));
  return `{${Object.entries(record)
    .map(([key, item]) => `'${key}': ${shown(item)}`)
    .join(', ')}}`;
}

export function pythonType(given: unknown): string {
  if (given === null || given === undefined) return 'NoneType';
  if (Array.isArray(given)) return 'list';
  if (typeof given === 'string') return 'str';
  if (typeof given === 'number') return Number.isInteger(given) ? 'int' : 'float';
  return typeof given === 'boolean' ? 'bool' : 'dict';
}
