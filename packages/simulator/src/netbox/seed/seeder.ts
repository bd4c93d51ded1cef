import { models } from '../models/all.ts';
import type { Row, Store } from '../store.ts';
import type { NetBoxVersion } from '../version.ts';
import { View } from '../view.ts';
import { defaultsOf } from '../writes/parse.ts';

/** Puts rows straight into the tables, as a site's history before the simulation began: no rules, no change log. */
export class Seeder {
  readonly store: Store;
  readonly view: View;
  readonly #stamp: string;
  readonly #defaults = new Map<string, Readonly<Record<string, unknown>>>();

  constructor(store: Store, version: NetBoxVersion, stamp: string) {
    this.store = store;
    this.#stamp = stamp;
    this.view = new View(store, models, version, '');
  }

  add(type: string, columns: Readonly<Record<string, unknown>>): Row {
    let defaults = this.#defaults.get(type);
    if (defaults === undefined) {
      const stamps = { created: this.#stamp, last_updated: this.#stamp };
      defaults = { ...defaultsOf(this.view, this.view.model(type)), ...stamps };
      this.#defaults.set(type, defaults);
    }
    return this.store.table(type).insert({ ...defaults, ...columns });
  }

  /** A thing with a name, and a slug made of it. */
  named(type: string, name: string, columns: Readonly<Record<string, unknown>> = {}): Row {
    return this.add(type, { name, slug: slugify(name), ...columns });
  }
}

export function slugify(name: string): string {
  return name.toLowerCase().replace(/[.\s_]/g, '-');
}
