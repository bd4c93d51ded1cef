import { toFailure } from '../../failure.ts';
import type { Check, CheckResult, Outcome } from './check.ts';

export interface RunOptions {
  /** Bound on one check, in milliseconds. */
  readonly deadlineMs: number;
  readonly onStart?: (title: string) => void;
}

/**
 * Runs checks one after the other, in the order in which their faults are to be mended. A check whose needs failed is skipped:
 * what it would say is a consequence, and would hide the cause.
 */
export async function runChecks<Found>(
  checks: readonly Check<Found>[],
  found: Found,
  { deadlineMs, onStart }: RunOptions,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  /** Skipped or failed check → the failed check that is to blame. */
  const blame = new Map<string, string>();
  for (const check of checks) {
    const cause = check.needs.map((id) => blame.get(id)).find((id) => id !== undefined);
    const about = { id: check.id, title: check.title, skips: [] };
    if (cause !== undefined) {
      blame.set(check.id, cause);
      results.push({ ...about, state: 'skipped', detail: `waits for ${cause}`, next: null });
      continue;
    }
    onStart?.(check.title);
    const outcome = await withinTime(check, found, deadlineMs);
    if (outcome.state === 'failed') blame.set(check.id, check.id);
    results.push({ ...about, ...outcome, next: outcome.state === 'ok' ? null : outcome.next });
  }
  return results.map((result) => ({
    ...result,
    skips: [...blame].flatMap(([id, cause]) => (cause === result.id && id !== cause ? [id] : [])),
  }));
}

async function withinTime<Found>(check: Check<Found>, found: Found, deadlineMs: number): Promise<Outcome> {
  const limit = AbortSignal.timeout(deadlineMs);
  const late: Outcome = {
    state: 'failed',
    detail: `no answer within ${deadlineMs / 1000} s`,
    next: 'Find out what holds the answer up (a firewall that drops packets, an overloaded service), or give --timeout.',
  };
  const ended = new Promise<Outcome>((resolve) => limit.addEventListener('abort', () => resolve(late), { once: true }));
  try {
    return await Promise.race([check.run(found, limit), ended]);
  } catch (error) {
    if (limit.aborted) return late;
    const failure = toFailure(error);
    return { state: 'failed', detail: failure.message, next: failure.next };
  }
}
