/** How often and how fast a call is repeated. Times in milliseconds. */
export interface RetryPolicy {
  /** Attempts in all, the first included. */
  readonly attempts: number;
  readonly baseMs: number;
  readonly capMs: number;
  /** The longest `Retry-After` that is obeyed; a longer one counts as this. */
  readonly retryAfterCapMs: number;
}

export const defaultRetry: RetryPolicy = { attempts: 4, baseMs: 250, capMs: 8_000, retryAfterCapMs: 30_000 };

/** Full jitter: anything from 0 to the doubled base, so that many satellites do not return in step. `attempt` counts from 1. */
export function backoffMs(policy: RetryPolicy, attempt: number, random: () => number): number {
  return Math.floor(random() * Math.min(policy.capMs, policy.baseMs * 2 ** (attempt - 1)));
}

/** `Retry-After` in milliseconds, from seconds or a date; undefined when absent, malformed or in the past. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Only the date form of HTTP; Date.parse would take almost anything that has digits.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) || at <= nowMs ? undefined : at - nowMs;
}

/** Statuses that say "not now". 500 is not one of them: it is an answer about this request. */
export function isRetriableStatus(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}
