import { type ActiveFault, type FaultEffect, type FaultRule, faultRuleSchema } from './fault-rule.ts';

interface Entry {
  readonly id: string;
  readonly rule: FaultRule;
  readonly pattern: RegExp;
  readonly frozen: Map<string, FrozenAnswer>;
  seen: number;
  hits: number;
}

export interface FrozenAnswer {
  readonly status: number;
  readonly body: string;
}

/** The effects that one request meets, and where a stale answer is kept between requests. */
export interface MatchedFault {
  readonly effect: FaultEffect;
  readonly frozen: Map<string, FrozenAnswer>;
}

/** The fault rules of one double, or of several that share them. Rules can be added and removed while requests run. */
export class FaultRules {
  readonly #entries: Entry[] = [];
  #nextId = 1;

  /** Adds a rule and returns its id. Throws a ZodError on a rule that is not one. */
  add(input: FaultRule): string {
    const rule = faultRuleSchema.parse(input);
    const id = String(this.#nextId++);
    this.#entries.push({ id, rule, pattern: pathPattern(rule.path), frozen: new Map(), seen: 0, hits: 0 });
    return id;
  }

  /** Removes one rule; false when there is none of that id. */
  remove(id: string): boolean {
    const index = this.#entries.findIndex((entry) => entry.id === id);
    if (index < 0) return false;
    this.#entries.splice(index, 1);
    return true;
  }

  clear(): void {
    this.#entries.length = 0;
  }

  list(): ActiveFault[] {
    return this.#entries.map(({ id, rule, seen, hits }) => ({ id, ...rule, seen, hits }));
  }

  /** The faults that this request meets: any number of latencies, then at most one of another kind. Counts the hit. */
  match(service: string, method: string, path: string): MatchedFault[] {
    const matched: MatchedFault[] = [];
    for (const entry of this.#entries) {
      const { rule } = entry;
      if (rule.service !== undefined && rule.service !== service) continue;
      if (rule.method !== undefined && rule.method !== method) continue;
      if (!entry.pattern.test(path)) continue;
      const delaysOnly = rule.effect.kind === 'latency';
      if (!delaysOnly && matched.some((other) => other.effect.kind !== 'latency')) continue;
      entry.seen++;
      if (entry.seen <= (rule.after ?? 0)) continue;
      if (rule.count !== undefined && entry.hits >= rule.count) continue;
      entry.hits++;
      matched.push({ effect: rule.effect, frozen: entry.frozen });
    }
    return matched;
  }
}

function pathPattern(path: string): RegExp {
  const source = path
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]+' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`);
}
