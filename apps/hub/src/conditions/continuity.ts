import type { ConditionReport } from '@fleet-manager/contract/api/agents';

export interface Watermark {
  readonly sequence: number;
  readonly observed_at: Date;
  readonly needs_full: boolean;
}

export type Continuity = 'apply' | 'superseded' | 'gap';

type Numbered = Pick<ConditionReport, 'mode' | 'sequence' | 'previousSequence'>;

/**
 * Where a report stands in the sequence of its scope. A delta counts only right after the report it builds on. A full
 * report needs nothing before it, only to be newer by its time: an agent that restarted may count from 1 again.
 */
export function continuityOf(held: Watermark | undefined, report: Numbered, observedAt: Date): Continuity {
  if (held === undefined) return report.mode === 'full' ? 'apply' : 'gap';
  const later = observedAt.getTime() - held.observed_at.getTime();
  if (report.mode === 'full') {
    if (later > 0 || (later === 0 && report.sequence > held.sequence)) return 'apply';
    return 'superseded';
  }
  if (report.sequence <= held.sequence && later <= 0) return 'superseded';
  // An in-order delta from before the watermark: the agent's clock went back, so its order cannot be trusted.
  return report.previousSequence === held.sequence && later >= 0 && !held.needs_full ? 'apply' : 'gap';
}
