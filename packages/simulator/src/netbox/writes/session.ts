import type { MicrosecondClock } from '../clock.ts';
import type { Model } from '../model.ts';
import { idList, isRecord, type Row } from '../store.ts';
import { ProtectedError, refuse } from '../validation.ts';
import { atLeast } from '../version.ts';
import type { View } from '../view.ts';
import { connect, disconnect, readEnds } from './cable-ends.ts';
import { deviceDefaults } from './device-defaults.ts';
import { assignMac } from './mac-shortcut.ts';
import { applyTagChanges, type Columns, defaultsOf, parseInput, pythonType } from './parse.ts';
import { checkRules } from './rules.ts';
import { snapshot } from './snapshot.ts';

export interface Author {
  readonly id: number;
  readonly username: string;
}

export interface SessionOptions {
  readonly view: View;
  readonly clock: MicrosecondClock;
  readonly author: Author;
  /** Shared by the change log rows of one request. */
  readonly requestId: string;
}

/** Changes as one user makes them in one request: validated, logged, and with `last_updated` moved where NetBox moves it. */
export class WriteSession {
  readonly view: View;
  readonly #clock: MicrosecondClock;
  readonly #author: Author;
  readonly #requestId: string;
  #message = '';

  constructor(options: SessionOptions) {
    this.view = options.view;
    this.#clock = options.clock;
    this.#author = options.author;
    this.#requestId = options.requestId;
  }

  create(model: Model, body: unknown): Row {
    const input = this.#input(body);
    return this.view.store.transaction(() => {
      const columns = { ...defaultsOf(this.view, model), ...parseInput(this.view, model, input, null, true) };
      Object.assign(columns, applyTagChanges(this.view, input, null));
      if (model.type === 'dcim.device') Object.assign(columns, deviceDefaults(this.view, columns, input));
      checkRules(this.view, model, { ...columns, id: 0 });
      const row = this.insert(model, columns);
      this.#extras(model, row, input);
      return row;
    });
  }

  update(model: Model, row: Row, body: unknown, complete = false): Row {
    const input = this.#input(body);
    return this.view.store.transaction(() => {
      const columns = parseInput(this.view, model, input, row, complete);
      Object.assign(columns, applyTagChanges(this.view, input, row));
      checkRules(this.view, model, { ...row, ...columns });
      this.write(model, row, columns);
      this.#extras(model, row, input);
      return row;
    });
  }

  /** Deletes a row with all that cascades from it. Throws ProtectedError when something forbids it. */
  delete(model: Model, row: Row): void {
    this.view.store.transaction(() => {
      const blockers = this.#blockers(model, row, new Set());
      if (blockers.length > 0) {
        const shown = blockers.map(({ model: type, row: item }) => `${this.view.display(type, item)} (${item.id})`);
        throw new ProtectedError(
          `Unable to delete object. ${shown.length} dependent objects were found: ${shown.join(', ')}`,
        );
      }
      this.#remove(model, row);
    });
  }

  /** Inserts a row as it is, with its change log entry. */
  insert(model: Model, columns: Columns): Row {
    const stamp = this.#clock.stamp();
    const row = this.view.store.table(model.type).insert({ ...columns, created: stamp, last_updated: stamp });
    this.#log(model, row, 'create', null, snapshot(this.view, model, row));
    return row;
  }

  /** Writes columns as they are and moves `last_updated`; a change that changes nothing has no change log entry. */
  write(model: Model, row: Row, columns: Columns): void {
    const before = snapshot(this.view, model, row);
    this.view.store.table(model.type).update(row.id, { ...columns, last_updated: this.#clock.stamp() });
    const after = snapshot(this.view, model, row);
    if (JSON.stringify(before) !== JSON.stringify(after)) this.#log(model, row, 'update', before, after);
  }

  /** Removes one row without looking at what points at it. */
  drop(model: Model, row: Row): void {
    const before = snapshot(this.view, model, row);
    const repr = this.view.display(model, row);
    this.view.store.table(model.type).delete(row.id);
    this.#log(model, row, 'delete', before, null, repr);
  }

  #input(body: unknown): Record<string, unknown> {
    if (!isRecord(body)) throw refuse('__all__', `Invalid data. Expected a dictionary, but got ${pythonType(body)}.`);
    if (atLeast(this.view.version, '4.4') && typeof body.changelog_message === 'string') {
      this.#message = body.changelog_message;
    }
    return body;
  }

  /** The written values that are rows of their own. */
  #extras(model: Model, row: Row, input: Readonly<Record<string, unknown>>): void {
    if (model.type === 'dcim.cable') {
      for (const [side, ends] of readEnds(this.view, input, row.id)) {
        disconnect(this, row, side);
        connect(this, row, side, ends);
      }
    }
    if (model.type === 'dcim.interface' && 'mac_address' in input && atLeast(this.view.version, '4.7')) {
      assignMac(this, row, input.mac_address);
    }
  }

  #blockers(model: Model, row: Row, seen: Set<string>): { model: Model; row: Row }[] {
    const mark = `${model.type} ${row.id}`;
    if (seen.has(mark)) return [];
    seen.add(mark);
    const found: { model: Model; row: Row }[] = [];
    for (const { other, dependant, onDelete } of this.#dependants(model, row)) {
      if (onDelete === 'protect') found.push({ model: other, row: dependant });
      if (onDelete === 'cascade') found.push(...this.#blockers(other, dependant, seen));
    }
    // A row that goes anyway, by another way, forbids nothing.
    return found.filter((item) => !seen.has(`${item.model.type} ${item.row.id}`));
  }

  *#dependants(model: Model, row: Row) {
    for (const other of this.view.models) {
      for (const field of other.fields) {
        if (field.kind !== 'ref' || field.to !== model.type) continue;
        for (const dependant of this.view.store.table(other.type).where(field.name, row.id)) {
          yield { other, dependant, column: field.name, onDelete: field.onDelete };
        }
      }
    }
  }

  #remove(model: Model, row: Row): void {
    const { store } = this.view;
    if (store.get(model.type, row.id) === undefined) return;
    if (model.type === 'dcim.cable') for (const side of ['A', 'B'] as const) disconnect(this, row, side);
    for (const { other, dependant, column, onDelete } of [...this.#dependants(model, row)]) {
      if (store.get(other.type, dependant.id) === undefined) continue;
      if (onDelete === 'cascade') this.#remove(other, dependant);
      else if (onDelete === 'clear') this.write(other, dependant, { [column]: null });
    }
    for (const type of ['dcim.macaddress', 'ipam.ipaddress']) {
      const owned = store.table(type).where('assigned_object_id', row.id);
      for (const item of owned) if (item.assigned_object_type === model.type) this.#remove(this.view.model(type), item);
    }
    // The cable of a deleted port stays behind with an empty side, and neither it nor the far port is touched.
    const termination = this.view.model('dcim.cabletermination');
    for (const end of store.table(termination.type).where('termination_id', row.id)) {
      if (end.termination_type === model.type) this.drop(termination, end);
    }
    if (model.type === 'extras.tag') this.#untag(row.id);
    this.drop(model, row);
  }

  #untag(tag: number): void {
    for (const model of this.view.models) {
      if (!model.fields.some((field) => field.kind === 'tags')) continue;
      const table = this.view.store.table(model.type);
      for (const row of table.rows()) {
        const tags = idList(row.tags);
        if (tags.includes(tag)) table.update(row.id, { tags: tags.filter((id) => id !== tag) });
      }
    }
  }

  #log(
    model: Model,
    row: Row,
    action: 'create' | 'update' | 'delete',
    before: Record<string, unknown> | null,
    after: Record<string, unknown> | null,
    repr = this.view.display(model, row),
  ): void {
    if (model.type === 'core.objectchange') return;
    this.view.store.table('core.objectchange').insert({
      time: this.#clock.stamp(),
      user: this.#author,
      user_name: this.#author.username,
      request_id: this.#requestId,
      action,
      changed_object_type: model.type,
      changed_object_id: row.id,
      object_repr: repr,
      message: this.#message,
      prechange_data: before,
      postchange_data: after,
    });
  }
}
