/** What several runs of the same work gave. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

/** Throws for no values. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined) throw new RangeError('no measured values');
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? min;
  const high = sorted[Math.ceil((sorted.length - 1) / 2)] ?? max;
  return { min, median: (low + high) / 2, max };
}

/** `12.3× (11.8-13.0)`: the median and what it spread over. */
export function times(spread: Spread): string {
  return `${figure(spread.median)}× (${figure(spread.min)}-${figure(spread.max)})`;
}

/** `412 ms` or `12.3 s`. Takes milliseconds. */
export function duration(ms: number): string {
  return ms < 1000 ? `${figure(ms)} ms` : `${figure(ms / 1000)} s`;
}

/** `412 ms (390-455 ms)`. Takes milliseconds. */
export function durations({ min, median, max }: Spread): string {
  return `${duration(median)} (${duration(min)}-${duration(max)})`;
}

/** Three significant digits, without an exponent. */
export function figure(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(digits, 4));
}
