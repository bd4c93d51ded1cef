import { parseTimestamp } from './clock.ts';

/** A test of one column's value, or why the parameter is refused. */
export type Lookup = { readonly test: (cell: unknown) => boolean } | { readonly error: string } | 'ignored';

const compareBy: Readonly<Record<string, (a: number | string, b: number | string) => boolean>> = {
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
};

function anyOf(values: readonly string[], matches: (cell: string, value: string) => boolean, negate = false): Lookup {
  return {
    test: (cell) => {
      const own = typeof cell === 'string' ? cell : '';
      return values.some((value) => matches(own, value)) !== negate;
    },
  };
}

/** Text columns: exact, or by one of the suffixes of the filter reference. */
export function stringLookup(suffix: string, values: readonly string[]): Lookup {
  const lower = (cell: string) => cell.toLowerCase();
  switch (suffix) {
    case '':
      return anyOf(values, (cell, value) => cell === value);
    case 'n':
      return anyOf(values, (cell, value) => cell === value, true);
    case 'ic':
      return anyOf(values, (cell, value) => lower(cell).includes(lower(value)));
    case 'nic':
      return anyOf(values, (cell, value) => lower(cell).includes(lower(value)), true);
    case 'isw':
      return anyOf(values, (cell, value) => lower(cell).startsWith(lower(value)));
    case 'nisw':
      return anyOf(values, (cell, value) => lower(cell).startsWith(lower(value)), true);
    case 'iew':
      return anyOf(values, (cell, value) => lower(cell).endsWith(lower(value)));
    case 'niew':
      return anyOf(values, (cell, value) => lower(cell).endsWith(lower(value)), true);
    case 'ie':
      return anyOf(values, (cell, value) => lower(cell) === lower(value));
    case 'nie':
      return anyOf(values, (cell, value) => lower(cell) === lower(value), true);
    case 'regex':
      return anyOf(values, (cell, value) => new RegExp(value).test(cell));
    case 'iregex':
      return anyOf(values, (cell, value) => new RegExp(value, 'i').test(cell));
    case 'empty': {
      const wanted = flag(values[values.length - 1]);
      if (wanted === null) return 'ignored';
      return { test: (cell) => (cell === null || cell === undefined || cell === '') === wanted };
    }
    default:
      return 'ignored';
  }
}

export function numberLookup(suffix: string, values: readonly string[], whole: boolean): Lookup {
  const numbers: number[] = [];
  for (const value of values) {
    const parsed = Number(value);
    if (value.trim() === '' || Number.isNaN(parsed) || (whole && !Number.isInteger(parsed))) {
      return suffix === 'empty' ? 'ignored' : { error: whole ? 'Enter a whole number.' : 'Enter a number.' };
    }
    numbers.push(parsed);
  }
  if (suffix === '') return { test: (cell) => typeof cell === 'number' && numbers.includes(cell) };
  if (suffix === 'n') return { test: (cell) => !(typeof cell === 'number' && numbers.includes(cell)) };
  const compare = compareBy[suffix];
  if (compare === undefined) return 'ignored';
  return { test: (cell) => typeof cell === 'number' && numbers.every((number) => compare(cell, number)) };
}

export function timeLookup(suffix: string, values: readonly string[]): Lookup {
  const times: string[] = [];
  for (const value of values) {
    const parsed = parseTimestamp(value);
    if (parsed === null) return { error: 'Enter a valid date/time.' };
    times.push(parsed);
  }
  if (suffix === '') return { test: (cell) => typeof cell === 'string' && times.includes(cell) };
  if (suffix === 'n') return { test: (cell) => !(typeof cell === 'string' && times.includes(cell)) };
  const compare = compareBy[suffix];
  if (compare === undefined) return 'ignored';
  return { test: (cell) => typeof cell === 'string' && times.every((time) => compare(cell, time)) };
}

/** `true`/`false` in the spellings that NetBox takes; null for anything else, which it ignores. */
export function flag(value: string | undefined): boolean | null {
  const lower = value?.toLowerCase() ?? '';
  if (['true', '1', 'yes', 'on', 't', 'y'].includes(lower)) return true;
  return ['false', '0', 'no', 'off', 'f', 'n'].includes(lower) ? false : null;
}
