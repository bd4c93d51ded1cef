import type { Degradation } from '@fleet-manager/contract/api/agents';
import { FleetError } from '@fleet-manager/contract/errors';

/** What works only in part, by subject; each keeps the time at which it began. */
export class Degradations {
  readonly #now: () => number;
  readonly #held = new Map<string, Degradation>();

  constructor(now: () => number) {
    this.#now = now;
  }

  set(subject: string, problem: { code: string; detail: string; next: string }): void {
    const before = this.#held.get(subject);
    const since = before?.code === problem.code ? before.since : new Date(this.#now()).toISOString();
    this.#held.set(subject, { subject, ...problem, since });
  }

  fail(subject: string, error: unknown): void {
    this.set(subject, explain(error));
  }

  clear(subject: string): void {
    this.#held.delete(subject);
  }

  list(): Degradation[] {
    return [...this.#held.values()];
  }
}

/** An error as an operator is told of it. What is not of the catalogue is a fault of our own. */
export function explain(error: unknown): { code: string; detail: string; next: string } {
  if (error instanceof FleetError) return { code: error.code, detail: error.detail, next: error.next };
  return {
    code: 'FM_INTERNAL',
    detail: error instanceof Error ? error.message : String(error),
    next: 'See the log of the satellite, and report it.',
  };
}
