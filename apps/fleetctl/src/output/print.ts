import { stringify } from 'yaml';
import { type Column, renderTable } from './table.ts';

export const FORMATS = ['table', 'json', 'yaml'] as const;
export type Format = (typeof FORMATS)[number];

/** Prints rows in the format asked for. Machine formats carry every field; the table only its columns. */
export function printRows<Row>(
  format: Format,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  empty: string,
): void {
  if (format !== 'table') printValue(format, rows);
  else if (rows.length === 0) process.stderr.write(`${empty}\n`);
  else process.stdout.write(`${renderTable(columns, rows)}\n`);
}

export function printValue(format: Exclude<Format, 'table'>, value: unknown): void {
  process.stdout.write(format === 'json' ? `${JSON.stringify(value, null, 2)}\n` : stringify(value));
}

/** How long ago, in the two units that matter. */
export function age(instant: string | null, now: number = Date.now()): string {
  if (instant === null) return 'never';
  const seconds = Math.max(0, Math.round((now - Date.parse(instant)) / 1000));
  const units: readonly (readonly [string, number])[] = [
    ['d', 86_400],
    ['h', 3_600],
    ['m', 60],
    ['s', 1],
  ];
  const first = units.findIndex(([, size]) => seconds >= size);
  if (first < 0) return '0s';
  let rest = seconds;
  return units
    .slice(first, first + 2)
    .map(([unit, size]) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      return count === 0 ? '' : `${count}${unit}`;
    })
    .join('');
}
