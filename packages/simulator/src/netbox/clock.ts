/**
 * Timestamps as NetBox writes them: UTC with six decimals. Two stamps are never equal and never go back, although the
 * machine's clock counts milliseconds, so that a client's `last_updated__gte` sees what it would see in PostgreSQL.
 */
export class MicrosecondClock {
  readonly #now: () => Date;
  #last = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  stamp(): string {
    this.#last = Math.max(this.#now().getTime() * 1000, this.#last + 1);
    return formatMicroseconds(this.#last);
  }
}

/** Microseconds since 1970 as `2026-01-31T12:00:00.000001Z`; of fixed width, so that text order is time order. */
export function formatMicroseconds(microseconds: number): string {
  const milliseconds = Math.floor(microseconds / 1000);
  const rest = String(microseconds - milliseconds * 1000).padStart(3, '0');
  return `${new Date(milliseconds).toISOString().slice(0, -1)}${rest}Z`;
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.(\d{1,6}))?\s*(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Reads a date or a date with time (UTC unless it says otherwise) into the form above; null when it is neither. */
export function parseTimestamp(text: string): string | null {
  const match = ISO.exec(text.trim());
  if (match === null) return null;
  const [, date, time = '00:00', fraction = '', zone = 'Z'] = match;
  const at = Date.parse(`${date}T${time}${zone}`);
  if (Number.isNaN(at)) return null;
  return formatMicroseconds(at * 1000 + Number(fraction.padEnd(6, '0')));
}
