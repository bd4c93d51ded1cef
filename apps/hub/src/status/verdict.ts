import { type ConditionType, effectiveCondition, FRESH_FOR_MS } from '@fleet-manager/domain/condition';
import type { DeviceClass } from '@fleet-manager/domain/device-class';
import { operationalStatus, type StatusVerdict } from '@fleet-manager/domain/operational-status';
import { type Gate, readinessGates } from '@fleet-manager/domain/readiness';
import type { HeldCondition } from '../conditions/read.ts';

export interface JudgedDevice {
  readonly device_class: DeviceClass | null;
  readonly netbox_status: string;
  readonly deleted_at: Date | null;
}

export interface Judgement extends StatusVerdict {
  readonly gates: readonly Gate[];
  /** Condition types that the status rests on. */
  readonly basedOn: readonly ConditionType[];
  /** When the first observation that stands on its own (no watermark renews it) goes stale; null when none will. */
  readonly recheckAt: Date | null;
}

/** Judges one device at `now`, from what is held of it. */
export function judge(device: JudgedDevice, held: readonly HeldCondition[], now: Date): Judgement {
  const input = {
    deviceClass: device.device_class,
    netboxStatus: device.netbox_status,
    deleted: device.deleted_at !== null,
    conditions: held.map((condition) => effectiveCondition(condition, now)),
  };
  const verdict = operationalStatus(input);
  const types = verdict.because.flatMap((because) => (because.kind === 'condition' ? [because.type] : []));
  return {
    ...verdict,
    gates: readinessGates(input),
    basedOn: [...new Set(types)],
    recheckAt: firstOwnExpiry(held, now),
  };
}

function firstOwnExpiry(held: readonly HeldCondition[], now: Date): Date | null {
  const expiries = held
    .filter((condition) => condition.observedAt.getTime() === condition.ownObservedAt.getTime())
    // One millisecond later than "may stand": at that instant it is stale.
    .map((condition) => condition.ownObservedAt.getTime() + FRESH_FOR_MS[condition.type] + 1)
    .filter((expiry) => expiry > now.getTime());
  return expiries.length === 0 ? null : new Date(Math.min(...expiries));
}
