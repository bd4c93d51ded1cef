import { z } from 'zod';

/** Types of condition, named for the state that is wished for where there is one. */
export const ConditionType = z.enum([
  'Enrolled',
  'ProvisioningHealthy',
  'MaintenanceClear',
  'InstanceAllocated',
  'InValidationPool',
  'CustomerAllocated',
  'CustomerReady',
  'Healthy',
  'SlurmReady',
  'BurnInPassed',
  'FirmwareCompliant',
  'ImpairmentApplied',
  'TopologyKnown',
]);
export type ConditionType = z.infer<typeof ConditionType>;

export const ConditionStatus = z.enum(['True', 'False', 'Unknown']);
export type ConditionStatus = z.infer<typeof ConditionStatus>;

/** A condition as its source reported it. `observedAt` is when the source saw it, not when the hub heard of it. */
export interface Condition {
  readonly type: ConditionType;
  readonly source: string;
  readonly status: ConditionStatus;
  /** UpperCamelCase word for programs. */
  readonly reason: string;
  /** One sentence for people. */
  readonly message: string;
  readonly observedAt: Date;
  readonly lastTransitionAt: Date;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * How long an observation of each type may stand without being seen again, in milliseconds. The openstack-agent polls every
 * minute: three missed polls and a few seconds of slack make its conditions stale.
 */
export const FRESH_FOR_MS: Readonly<Record<ConditionType, number>> = {
  Enrolled: 3 * MINUTE + 20_000,
  ProvisioningHealthy: 3 * MINUTE + 20_000,
  MaintenanceClear: 3 * MINUTE + 20_000,
  InstanceAllocated: 3 * MINUTE + 20_000,
  InValidationPool: 3 * MINUTE + 20_000,
  CustomerAllocated: 3 * MINUTE + 20_000,
  CustomerReady: 3 * MINUTE + 20_000,
  Healthy: 10 * MINUTE,
  SlurmReady: 5 * MINUTE,
  BurnInPassed: 30 * 24 * HOUR,
  FirmwareCompliant: 24 * HOUR,
  ImpairmentApplied: 20 * MINUTE,
  TopologyKnown: 24 * HOUR,
};

/** A condition as a reader must take it: too old an observation reads as Unknown, and says so. */
export interface EffectiveCondition extends Condition {
  readonly stale: boolean;
  /** What the source last said, kept beside the status that counts. */
  readonly reportedStatus: ConditionStatus;
}

/** Applies freshness: the status of a stale condition is `Unknown`, whatever was reported (invariant I1). */
export function effectiveCondition(condition: Condition, now: Date): EffectiveCondition {
  const ageMs = now.getTime() - condition.observedAt.getTime();
  const stale = ageMs > FRESH_FOR_MS[condition.type];
  return {
    ...condition,
    stale,
    reportedStatus: condition.status,
    status: stale ? 'Unknown' : condition.status,
  };
}

const TRUST: Readonly<Record<ConditionStatus, number>> = { False: 0, Unknown: 1, True: 2 };

/** What counts of each type, over all sources. */
export type JoinedConditions = ReadonlyMap<ConditionType, EffectiveCondition>;

/**
 * Joins what several sources say of each type: the most doubtful answer counts, because one source in doubt is enough to keep
 * a device from a customer. For the type where `True` is the bad news, `True` counts first. Of equals the first counts.
 */
export function joinSources(conditions: readonly EffectiveCondition[]): JoinedConditions {
  const joined = new Map<ConditionType, EffectiveCondition>();
  for (const condition of conditions) {
    const held = joined.get(condition.type);
    if (held === undefined || doubt(condition) > doubt(held)) joined.set(condition.type, condition);
  }
  return joined;
}

function doubt({ type, status }: EffectiveCondition): number {
  return type === 'ImpairmentApplied' ? TRUST[status] : -TRUST[status];
}
