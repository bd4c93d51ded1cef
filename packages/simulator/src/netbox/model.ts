import type { Row } from './store.ts';
import type { NetBoxVersion } from './version.ts';
import type { View } from './view.ts';

/** Fixed values of a column with the label that NetBox shows for each. */
export type Choices = Readonly<Record<string, string>>;

interface FieldBase {
  readonly name: string;
  /** First and last release line that answers with the key. */
  readonly since?: NetBoxVersion;
  readonly until?: NetBoxVersion;
}

export interface ValueField extends FieldBase {
  readonly kind: 'value';
  readonly of: 'string' | 'integer' | 'decimal' | 'boolean' | 'json';
  readonly fallback: unknown;
  readonly required?: boolean;
  readonly maxLength?: number;
  /** Turns a written value into the stored one; throws a `ValidationError`. */
  readonly parse?: (value: unknown) => unknown;
  readonly readOnly?: boolean;
}

export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly choices: Choices;
  readonly fallback: string | number | null;
  readonly required?: boolean;
  /** Answers the value alone, without its label. */
  readonly bare?: boolean;
  readonly numeric?: boolean;
  readonly readOnly?: boolean;
}

export interface RefField extends FieldBase {
  readonly kind: 'ref';
  /** Object type pointed at. */
  readonly to: string;
  readonly required?: boolean;
  /** What deleting the object pointed at does to this row. */
  readonly onDelete: 'protect' | 'cascade' | 'clear';
  /** Keys to nest instead of the other model's brief ones, from a release line on where they came later. */
  readonly nested?: readonly string[];
  readonly nestedSince?: NetBoxVersion;
  readonly readOnly?: boolean;
}

/** Many-to-many: a list of ids. */
export interface RefListField extends FieldBase {
  readonly kind: 'refs';
  readonly to: string;
  readonly nested?: readonly string[];
}

/** The tag and custom field columns hold a list of tag ids and a record of raw values. */
export interface SpecialField extends FieldBase {
  readonly kind: 'tags' | 'customFields';
}

/** A key that is derived, or that belongs to a feature that the double leaves out and so always has one value. */
export interface ComputedField extends FieldBase {
  readonly kind: 'computed';
  readonly render: (row: Row, view: View) => unknown;
  /** Accepts a written value by giving the columns it stands for. */
  readonly assign?: (value: unknown, row: Row | null) => Readonly<Record<string, unknown>>;
}

export type Field = ValueField | ChoiceField | RefField | RefListField | SpecialField | ComputedField;

/** How a query parameter selects rows. */
export type Filter =
  | { readonly kind: 'id' }
  | { readonly kind: 'string'; readonly column: string }
  | { readonly kind: 'number'; readonly column: string }
  | { readonly kind: 'time'; readonly column: string }
  | { readonly kind: 'choice'; readonly column: string; readonly choices: Choices }
  /** `path` is columns joined by `__`, ending at a foreign key. `by` is the column of the other row that is asked for. */
  | { readonly kind: 'ref'; readonly path: string; readonly to: string; readonly by: string; readonly tree?: boolean }
  | { readonly kind: 'flag'; readonly test: (row: Row, view: View) => boolean }
  | { readonly kind: 'tag' }
  /** Matches a row with any of the values; an unknown value is no error. `check` refuses a malformed one. */
  | {
      readonly kind: 'match';
      readonly test: (row: Row, value: string, view: View) => boolean;
      readonly check?: (value: string) => string | null;
    };

export interface Model {
  /** `app.model`, as in `changed_object_type` and permissions. */
  readonly type: string;
  /** Path under `/api/`, without slashes at the ends. */
  readonly path: string;
  /** Class name, for messages and GraphQL. */
  readonly name: string;
  readonly verbose: string;
  readonly fields: readonly Field[];
  /** Keys of `brief` and of the object nested in others; without them, brief is the whole object. */
  readonly brief: readonly string[] | null;
  readonly display: (row: Row, view: View) => string;
  /** Default order: columns joined by `__`, `-` in front to turn one round. The id decides between equals. */
  readonly order: readonly string[];
  readonly filters: Readonly<Record<string, Filter>>;
  /** Methods other than reading; everything when left out. */
  readonly readOnly?: boolean;
  /** Has neither a page of its own nor tags: leaves `display_url` out. */
  readonly noDisplayUrl?: boolean;
  readonly unique?: readonly { readonly columns: readonly string[]; readonly message: string; readonly key?: string }[];
}

type Options<F extends Field> = Omit<F, 'kind' | 'name'>;

export function value(name: string, of: ValueField['of'], fallback: unknown, rest: Partial<Options<ValueField>> = {}) {
  return { kind: 'value', name, of, fallback, ...rest } satisfies ValueField;
}

export function textField(name: string, rest: Partial<Options<ValueField>> = {}) {
  return value(name, 'string', '', rest);
}

export function choice(name: string, choices: Choices, rest: Partial<Options<ChoiceField>> = {}) {
  return { kind: 'choice', name, choices, fallback: null, ...rest } satisfies ChoiceField;
}

export function ref(name: string, to: string, rest: Partial<Options<RefField>> = {}) {
  return { kind: 'ref', name, to, onDelete: 'clear', ...rest } satisfies RefField;
}

export function refs(name: string, to: string, rest: Partial<Options<RefListField>> = {}) {
  return { kind: 'refs', name, to, ...rest } satisfies RefListField;
}

export function computed(name: string, render: ComputedField['render'], rest: Partial<Options<ComputedField>> = {}) {
  return { kind: 'computed', name, render, ...rest } satisfies ComputedField;
}

/** A key that always has this value here. */
export function fixed(name: string, constant: unknown, rest: Partial<Options<ComputedField>> = {}) {
  return computed(name, () => constant, rest);
}

/** `{}` or `{ since }`, for keys that came with a release. */
export function since(version: NetBoxVersion) {
  return { since: version } as const;
}

export const owner = fixed('owner', null, since('4.5'));
export const tags: SpecialField = { kind: 'tags', name: 'tags' };
export const customFields: SpecialField = { kind: 'customFields', name: 'custom_fields' };
export const created = value('created', 'string', null, { readOnly: true });
export const lastUpdated = value('last_updated', 'string', null, { readOnly: true });
/** The five keys that nearly every model ends with. */
export const bookkeeping: readonly Field[] = [tags, customFields, created, lastUpdated];

/** Filters that every change-logged model has. */
export const commonFilters: Readonly<Record<string, Filter>> = {
  id: { kind: 'id' },
  created: { kind: 'time', column: 'created' },
  last_updated: { kind: 'time', column: 'last_updated' },
  tag: { kind: 'tag' },
};

/** Filters by id and by slug (or name) of a foreign key. */
export function refFilters(
  name: string,
  path: string,
  to: string,
  rest: { readonly by?: string; readonly tree?: boolean } = {},
): Record<string, Filter> {
  const tree = rest.tree === true ? { tree: true } : {};
  return {
    [`${name}_id`]: { kind: 'ref', path, to, by: 'id', ...tree },
    [name]: { kind: 'ref', path, to, by: rest.by ?? 'slug', ...tree },
  };
}

export function stringFilters(...columns: readonly string[]): Record<string, Filter> {
  return Object.fromEntries(columns.map((column) => [column, { kind: 'string', column } as const]));
}
