import type { Field, Model } from './model.ts';
import { isRecord, type Row, type Store, text } from './store.ts';
import { atLeast, type NetBoxVersion } from './version.ts';

/** Everything that reading needs: the tables, the release imitated, and the address that URLs in answers begin with. */
export class View {
  readonly store: Store;
  readonly version: NetBoxVersion;
  readonly baseUrl: string;
  readonly #models: ReadonlyMap<string, Model>;

  constructor(store: Store, models: ReadonlyMap<string, Model>, version: NetBoxVersion, baseUrl: string) {
    this.store = store;
    this.#models = models;
    this.version = version;
    this.baseUrl = baseUrl;
  }

  get models(): Iterable<Model> {
    return this.#models.values();
  }

  findModel(type: string): Model | undefined {
    return this.#models.get(type);
  }

  model(type: string): Model {
    const model = this.#models.get(type);
    if (model === undefined) throw new Error(`no model ${type}`);
    return model;
  }

  /** Whether the release imitated answers with this key. */
  has(field: { readonly since?: NetBoxVersion; readonly until?: NetBoxVersion }): boolean {
    if (field.since !== undefined && !atLeast(this.version, field.since)) return false;
    return field.until === undefined || atLeast(field.until, this.version);
  }

  field(model: Model, name: string): Field | undefined {
    return fieldIndex(model).get(name);
  }

  url(model: Model, row: Row): string {
    return `${this.baseUrl}/api/${model.path}/${row.id}/`;
  }

  display(model: Model, row: Row): string {
    return model.display(row, this);
  }

  /** Follows foreign keys along columns joined by `__` and gives the last column's value; undefined when a step is null. */
  follow(model: Model, row: Row, path: string): unknown {
    let current: Row | undefined = row;
    let at = model;
    const steps = path.split('__');
    for (const [index, step] of steps.entries()) {
      const cell: unknown = current?.[step];
      if (index === steps.length - 1) return cell;
      const field = this.field(at, step);
      if (field?.kind !== 'ref') return undefined;
      current = this.store.get(field.to, cell);
      if (current === undefined) return undefined;
      at = this.model(field.to);
    }
    return undefined;
  }

  /** The whole object, or the keys asked for of it. */
  render(model: Model, row: Row, selection: Selection = {}): Record<string, unknown> {
    const answer: Record<string, unknown> = {};
    for (const name of this.#keys(model, selection)) {
      const rendered = this.#renderKey(model, row, name);
      if (rendered !== undefined) answer[name] = rendered;
    }
    return answer;
  }

  /** The object as other objects show it. */
  nested(model: Model, row: Row, keys: readonly string[] = model.brief ?? allKeys(model)): Record<string, unknown> {
    const answer: Record<string, unknown> = {};
    for (const name of keys) {
      const rendered = nestedCount(model, name) ? 0 : this.#renderKey(model, row, name);
      if (rendered !== undefined) answer[name] = rendered;
    }
    return answer;
  }

  nestedById(type: string, id: unknown, keys?: readonly string[]): Record<string, unknown> | null {
    const row = this.store.get(type, id);
    return row === undefined ? null : this.nested(this.model(type), row, keys);
  }

  /** Custom field values as the release shows them: from 4.7 a selection is an object with its label. */
  customFields(type: string, row: Row): Record<string, unknown> {
    const raw = isRecord(row.custom_fields) ? row.custom_fields : {};
    const answer: Record<string, unknown> = {};
    for (const field of this.customFieldsOf(type)) {
      const name = text(field.name);
      const stored = raw[name] ?? null;
      const labels = isRecord(field.labels) ? field.labels : null;
      const labelled = labels !== null && typeof stored === 'string' && atLeast(this.version, '4.7');
      answer[name] = labelled ? { value: stored, label: labels[stored] ?? stored } : stored;
    }
    return answer;
  }

  /** Definitions (rows of `extras.customfield`) for an object type, by name. */
  customFieldsOf(type: string): Row[] {
    return [...this.store.table('extras.customfield').rows()]
      .filter((field) => Array.isArray(field.object_types) && field.object_types.includes(type))
      .sort((a, b) => (text(a.name) < text(b.name) ? -1 : 1));
  }

  #keys(model: Model, { brief, fields, omit }: Selection): readonly string[] {
    if (fields !== undefined) return allKeys(model).filter((name) => fields.includes(name));
    const keys = brief === true && model.brief !== null ? model.brief : allKeys(model);
    return omit === undefined ? keys : keys.filter((name) => !omit.includes(name));
  }

  #renderKey(model: Model, row: Row, name: string): unknown {
    if (name === 'id') return row.id;
    if (name === 'url') return this.url(model, row);
    if (name === 'display_url') return `${this.baseUrl}/${model.path}/${row.id}/`;
    if (name === 'display') return this.display(model, row);
    const field = this.field(model, name);
    return field === undefined || !this.has(field) ? undefined : this.renderField(model, row, field);
  }

  renderField(model: Model, row: Row, field: Field): unknown {
    const cell = row[field.name];
    switch (field.kind) {
      case 'value':
        return cell ?? field.fallback;
      case 'choice': {
        if (cell === null || cell === undefined || cell === '') return null;
        return field.bare === true ? cell : { value: cell, label: field.choices[String(cell)] ?? String(cell) };
      }
      case 'ref':
        return this.nestedById(
          field.to,
          cell,
          field.nestedSince === undefined || atLeast(this.version, field.nestedSince) ? field.nested : undefined,
        );
      case 'refs':
        return (Array.isArray(cell) ? cell : [])
          .map((id: unknown) => this.nestedById(field.to, id, field.nested))
          .filter((item) => item !== null);
      case 'tags':
        return (Array.isArray(cell) ? cell : [])
          .map((id: unknown) => this.store.get('extras.tag', id))
          .filter((tag) => tag !== undefined)
          .sort((a, b) => (text(a.name) < text(b.name) ? -1 : 1))
          .map((tag) => this.nested(this.model('extras.tag'), tag, tagKeys));
      case 'customFields':
        return this.customFields(model.type, row);
      case 'computed':
        return field.render(row, this);
    }
  }
}

/** Which keys of an object to answer; `fields` wins over `brief` and `omit`. */
export interface Selection {
  readonly brief?: boolean;
  readonly fields?: readonly string[];
  readonly omit?: readonly string[];
}

const tagKeys = ['id', 'url', 'display_url', 'display', 'name', 'slug', 'color'] as const;

/** Counts that NetBox adds to the query of a list and that therefore read 0 wherever the object is nested in another. */
const annotated: Readonly<Record<string, readonly string[]>> = {
  'dcim.devicerole': ['device_count', 'virtualmachine_count'],
  'dcim.platform': ['device_count', 'virtualmachine_count'],
  'dcim.region': ['site_count'],
  'dcim.location': ['rack_count'],
};
function nestedCount(model: Model, name: string): boolean {
  return annotated[model.type]?.includes(name) === true;
}

const indexes = new WeakMap<Model, ReadonlyMap<string, Field>>();
function fieldIndex(model: Model): ReadonlyMap<string, Field> {
  let index = indexes.get(model);
  if (index === undefined) {
    index = new Map(model.fields.map((field) => [field.name, field]));
    indexes.set(model, index);
  }
  return index;
}

const keyLists = new WeakMap<Model, readonly string[]>();
function allKeys(model: Model): readonly string[] {
  let keys = keyLists.get(model);
  if (keys === undefined) {
    const head = model.noDisplayUrl === true ? ['id', 'url', 'display'] : ['id', 'url', 'display_url', 'display'];
    keys = [...head, ...model.fields.map((field) => field.name)];
    keyLists.set(model, keys);
  }
  return keys;
}
