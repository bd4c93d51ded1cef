import { idIn, type RawRow } from './raw.ts';

/**
 * A filter that may be sent for a resource. NetBox ignores query parameters that it does not know and answers with the
 * whole table, so nothing outside these lists is ever sent, and each answer is checked.
 */
export interface FilterRule<Kind extends 'id' | 'text' = 'id' | 'text'> {
  readonly kind: Kind;
  readonly verify: RowCheck | Probe;
  /**
   * What a value that NetBox no longer knows means. `configuration`: a setting points at something gone, and the walk
   * fails. `row`: the value was a row of an earlier walk that has been deleted since; it is dropped and the walk goes on.
   */
  readonly gone: 'configuration' | 'row';
  /**
   * Set where NetBox answers an unknown value with no rows at all, as if the object were there and empty: the list in
   * which the values are looked up by id first, so that a deleted site cannot read as a site without cables.
   */
  readonly lookUp?: 'listSites';
}

/** Every row shows what was filtered. */
interface RowCheck {
  readonly by: 'row';
  /** Fields that must be asked for. */
  readonly needs: readonly string[];
  readonly matches: (row: RawRow, values: ReadonlySet<number | string>) => boolean;
}

/** Rows do not show it: the server is first asked for a value that no object has, which must give no rows. */
interface Probe {
  readonly by: 'probe';
  readonly impossible: number | string;
}

export type FilterRules = Readonly<Record<string, FilterRule>>;

/** The filter that a caller may ask for: known names only, each with the values of which one must match. */
export type FilterOf<F extends FilterRules> = {
  readonly [K in keyof F]?: readonly (F[K]['kind'] extends 'id' ? number : string)[];
};

/** A foreign key that the row shows under `field`. */
export function byRelated(field: string, gone: FilterRule['gone']): FilterRule<'id'> {
  return {
    kind: 'id',
    verify: {
      by: 'row',
      needs: [field],
      matches: (row, values) => {
        const id = idIn(row[field]);
        return typeof id === 'number' && values.has(id);
      },
    },
    gone,
  };
}

/** A foreign key that the rows do not show. */
export function byHidden(gone: FilterRule['gone']): FilterRule<'id'> {
  return { kind: 'id', verify: { by: 'probe', impossible: 0 }, gone };
}

/** The row's own id. An id that is gone simply has no row. */
export const byId: FilterRule<'id'> = {
  kind: 'id',
  verify: { by: 'row', needs: [], matches: (row, values) => values.has(row.id) },
  gone: 'row',
};

/** A text that the row shows as it is, compared as NetBox does: exactly. */
export function byText(field: string): FilterRule<'text'> {
  return {
    kind: 'text',
    verify: {
      by: 'row',
      needs: [field],
      matches: (row, values) => typeof row[field] === 'string' && values.has(row[field]),
    },
    gone: 'row',
  };
}
