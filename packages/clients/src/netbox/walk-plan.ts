import type { NetBoxFailure } from './failure.ts';
import type { FilterOf, FilterRule, FilterRules } from './filters.ts';
import type { RawRow } from './raw.ts';
import type { NetBoxRecord, NetBoxResource } from './resource.ts';

/** One filter as it is sent: its values shrink when NetBox says that one of them is gone. */
export interface SentFilter {
  readonly name: string;
  readonly rule: FilterRule;
  readonly values: readonly (number | string)[];
}

/** A walk is one or more parts: a long list of values is sent in pieces, because servers bound the length of a URL. */
export interface WalkPlan {
  readonly fields: readonly string[];
  readonly parts: readonly (readonly SentFilter[])[];
}

/**
 * Turns a filter into parts. Throws for a name that is not on the resource's list, and for an empty list of configured
 * values: NetBox would read both as "no filter" and answer with everything.
 */
export function planWalk<R extends NetBoxRecord, F extends FilterRules>(
  resource: NetBoxResource<R, F>,
  filter: FilterOf<F>,
): WalkPlan {
  let parts: SentFilter[][] = [[]];
  const fields = new Set(resource.fields);
  for (const [name, given] of Object.entries<readonly (number | string)[] | undefined>(filter)) {
    const rule = Object.hasOwn(resource.filters, name) ? resource.filters[name] : undefined;
    if (rule === undefined) throw new TypeError(`${resource.title} have no filter ${name}`);
    if (given === undefined) continue;
    if (rule.verify.by === 'row') for (const field of rule.verify.needs) fields.add(field);
    const values = [...new Set(given)];
    if (values.length === 0 && rule.gone === 'configuration') {
      throw new TypeError(`${resource.title}: the filter ${name} has no values`);
    }
    const pieces = chunks(values, valuesPerRequest);
    // No value at all means no row at all, so that no part is left to ask for.
    parts = parts.flatMap((part) => pieces.map((piece) => [...part, { name, rule, values: piece }]));
  }
  return { fields: [...fields], parts };
}

/** The filter that a row does not match, by its name; undefined when the row is what was asked for. */
export function mismatch(row: RawRow, filters: readonly SentFilter[]): string | undefined {
  return filters.find((filter) => !rowMatches(row, filter))?.name;
}

function rowMatches(row: RawRow, { rule, values }: SentFilter): boolean {
  return rule.verify.by === 'probe' || rule.verify.matches(row, new Set(values));
}

/**
 * The filters without the values that NetBox called unknown, which are added to `gone`; undefined when they came from the
 * settings, so that the walk has to fail.
 */
export function withoutGone(
  filters: readonly SentFilter[],
  failure: NetBoxFailure,
  gone: (number | string)[],
): readonly SentFilter[] | undefined {
  if (failure.kind !== 'gone') return undefined;
  const named = filters.find((filter) => filter.name === failure.filter);
  if (named === undefined || named.rule.gone === 'configuration') return undefined;
  const lost = new Set(named.values.filter((value) => failure.values.includes(String(value))));
  if (lost.size === 0) return undefined;
  gone.push(...lost);
  const values = named.values.filter((value) => !lost.has(value));
  return filters.map((filter) => (filter === named ? { ...named, values } : filter));
}

function chunks<T>(values: readonly T[], size: number): T[][] {
  const out: T[][] = [];
  for (let i = 0; i < values.length; i += size) out.push(values.slice(i, i + size));
  return out;
}

/** About 2,500 bytes of URL at seven digits per id; gunicorn refuses a request line above 4,094. */
const valuesPerRequest = 120;
