/** One stored object. Columns hold plain values; a foreign key is the number of the row it points at, or null. */
export interface Row {
  readonly id: number;
  [column: string]: unknown;
}

/** One table of the double, with indexes made when a column is first asked for. Ids only ever grow. */
export class Table {
  readonly type: string;
  readonly #store: Store;
  readonly #rows = new Map<number, Row>();
  readonly #indexes = new Map<string, Map<unknown, Set<number>>>();
  #ids: number[] | null = [];
  #nextId = 1;
  /** Counts changes, so that a sorted list kept elsewhere can tell when it is old. */
  version = 0;

  constructor(store: Store, type: string) {
    this.#store = store;
    this.type = type;
  }

  get size(): number {
    return this.#rows.size;
  }

  get(id: number): Row | undefined {
    return this.#rows.get(id);
  }

  /** Every row, by ascending id. */
  rows(): IterableIterator<Row> {
    return this.#rows.values();
  }

  /** Ids in ascending order. Callers must not change the array. */
  ids(): readonly number[] {
    this.#ids ??= [...this.#rows.keys()].sort((a, b) => a - b);
    return this.#ids;
  }

  insert(columns: Readonly<Record<string, unknown>>): Row {
    const row: Row = { ...columns, id: this.#nextId++ };
    this.#add(row);
    if (this.#store.inTransaction) this.#store.undo(() => this.#remove(row));
    return row;
  }

  update(id: number, columns: Readonly<Record<string, unknown>>): Row {
    const row = this.#rows.get(id);
    if (row === undefined) throw new Error(`${this.type} ${id} does not exist`);
    if (this.#store.inTransaction) {
      const before: Record<string, unknown> = {};
      for (const name of Object.keys(columns)) before[name] = row[name];
      this.#store.undo(() => this.#write(row, before));
    }
    this.#write(row, columns);
    return row;
  }

  delete(id: number): void {
    const row = this.#rows.get(id);
    if (row === undefined) return;
    this.#remove(row);
    this.#store.undo(() => {
      this.#add(row);
      this.#ids = null;
    });
  }

  /** Rows whose column equals the value, by ascending id. */
  where(column: string, value: unknown): Row[] {
    const found: Row[] = [];
    for (const id of this.#index(column).get(value) ?? []) {
      const row = this.#rows.get(id);
      if (row !== undefined) found.push(row);
    }
    return found.sort((a, b) => a.id - b.id);
  }

  countWhere(column: string, value: unknown): number {
    return this.#index(column).get(value)?.size ?? 0;
  }

  first(matches: (row: Row) => boolean): Row | undefined {
    for (const row of this.#rows.values()) if (matches(row)) return row;
    return undefined;
  }

  #index(column: string): Map<unknown, Set<number>> {
    let index = this.#indexes.get(column);
    if (index === undefined) {
      index = new Map();
      for (const row of this.#rows.values()) addTo(index, row[column], row.id);
      this.#indexes.set(column, index);
    }
    return index;
  }

  #add(row: Row): void {
    this.#rows.set(row.id, row);
    this.#ids?.push(row.id);
    for (const [column, index] of this.#indexes) addTo(index, row[column], row.id);
    this.version++;
  }

  #remove(row: Row): void {
    this.#rows.delete(row.id);
    this.#ids = null;
    for (const [column, index] of this.#indexes) index.get(row[column])?.delete(row.id);
    this.version++;
  }

  #write(row: Row, columns: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(columns)) {
      if (name === 'id') continue;
      const index = this.#indexes.get(name);
      index?.get(row[name])?.delete(row.id);
      row[name] = value;
      if (index !== undefined) addTo(index, value, row.id);
    }
    this.version++;
  }
}

function addTo(index: Map<unknown, Set<number>>, value: unknown, id: number): void {
  const ids = index.get(value);
  if (ids === undefined) index.set(value, new Set([id]));
  else ids.add(id);
}

/** All tables of one double, by NetBox object type such as `dcim.device`. */
export class Store {
  readonly #tables = new Map<string, Table>();
  #undo: (() => void)[] | null = null;

  table(type: string): Table {
    let table = this.#tables.get(type);
    if (table === undefined) {
      table = new Table(this, type);
      this.#tables.set(type, table);
    }
    return table;
  }

  /** The row, or undefined when the id is not a number of a row. */
  get(type: string, id: unknown): Row | undefined {
    return typeof id === 'number' ? this.table(type).get(id) : undefined;
  }

  /** Runs a change that is kept wholly or, when it throws, not at all. A transaction inside another joins it. */
  transaction<T>(change: () => T): T {
    if (this.#undo !== null) return change();
    const steps: (() => void)[] = [];
    this.#undo = steps;
    try {
      return change();
    } catch (error) {
      this.#undo = null;
      for (const step of steps.reverse()) step();
      throw error;
    } finally {
      this.#undo = null;
    }
  }

  get inTransaction(): boolean {
    return this.#undo !== null;
  }

  /** For tables: how to take the change just made back. */
  undo(step: () => void): void {
    this.#undo?.push(step);
  }
}

/** A text column; empty when it holds anything else. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A list-of-ids column. */
export function idList(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((item): item is number => typeof item === 'number') : [];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
