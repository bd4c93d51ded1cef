const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A length of time as an operator says it: `12 s`, `4 min`, `3 h 20 min`, `5 d`. */
export function inWords(ms: number): string {
  const abs = Math.max(0, ms);
  if (abs < MINUTE) return `${Math.floor(abs / SECOND)} s`;
  if (abs < HOUR) return `${Math.floor(abs / MINUTE)} min`;
  if (abs < DAY) {
    const minutes = Math.floor((abs % HOUR) / MINUTE);
    const hours = `${Math.floor(abs / HOUR)} h`;
    return minutes === 0 || abs >= 10 * HOUR ? hours : `${hours} ${minutes} min`;
  }
  return `${Math.floor(abs / DAY)} d`;
}

/** `4 min ago`, `just now`, `in 2 h`. */
export function relative(at: number, now: number): string {
  const age = now - at;
  if (age < -5 * SECOND) return `in ${inWords(-age)}`;
  return age < 5 * SECOND ? 'just now' : `${inWords(age)} ago`;
}

/** `2026-11-30 23:08:12 UTC`. */
export function absolute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
