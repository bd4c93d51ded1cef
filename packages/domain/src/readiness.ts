import { z } from 'zod';
import type { ConditionType, EffectiveCondition, JoinedConditions } from './condition.ts';
import { joinSources } from './condition.ts';
import type { DeviceClass } from './device-class.ts';

export const GateState = z.enum(['met', 'unmet', 'unknown']);
export type GateState = z.infer<typeof GateState>;

export const GateId = z.enum([
  'in-service',
  'enrolled',
  'provisioning-healthy',
  'maintenance-clear',
  'free',
  'no-impairment',
  'healthy',
  'burn-in-passed',
  'firmware-compliant',
  'customer-ready',
]);
export type GateId = z.infer<typeof GateId>;

/** One thing that must be positively known before a device may be `ready`. */
export interface Gate {
  readonly id: GateId;
  readonly title: string;
  readonly state: GateState;
  /** Why it is met or not, in a sentence. */
  readonly because: string;
  /** What would meet it; null when it is met. */
  readonly remedy: string | null;
  /** The condition that decides it, null when NetBox does. */
  readonly condition: ConditionType | null;
}

export interface ReadinessInput {
  readonly deviceClass: DeviceClass | null;
  readonly netboxStatus: string;
  readonly deleted: boolean;
  readonly conditions: readonly EffectiveCondition[];
}

interface ConditionGate {
  readonly id: GateId;
  readonly title: string;
  readonly condition: ConditionType;
  readonly wanted: 'True' | 'False';
  /** Whether silence meets the gate: only where the hub itself owns the fact. */
  readonly absentMeets?: boolean;
  readonly remedy: string;
}

const CONDITION_GATES: readonly ConditionGate[] = [
  {
    id: 'enrolled',
    title: 'Enrolled in Ironic',
    condition: 'Enrolled',
    wanted: 'True',
    remedy: 'Enrol the device, or mend the pairing that its findings name.',
  },
  {
    id: 'provisioning-healthy',
    title: 'Provisioning is healthy',
    condition: 'ProvisioningHealthy',
    wanted: 'True',
    remedy: 'Read the last error of the Ironic node, mend its cause and bring the node back to available.',
  },
  {
    id: 'maintenance-clear',
    title: 'Not in maintenance',
    condition: 'MaintenanceClear',
    wanted: 'True',
    remedy: 'Finish the work that the maintenance reason names, then clear maintenance in Ironic.',
  },
  {
    id: 'free',
    title: 'No instance on it',
    condition: 'InstanceAllocated',
    wanted: 'False',
    remedy: 'Wait for the instance to be deleted and its node to be cleaned.',
  },
  {
    id: 'no-impairment',
    title: 'No open impairment',
    condition: 'ImpairmentApplied',
    wanted: 'False',
    absentMeets: true,
    remedy: 'Resolve the impairment and release the device.',
  },
  {
    id: 'healthy',
    title: 'Hardware is healthy',
    condition: 'Healthy',
    wanted: 'True',
    remedy: 'Connect the health-status-agent of the site; when it reports a fault, mend the part that it names.',
  },
  {
    id: 'burn-in-passed',
    title: 'Burn-in passed',
    condition: 'BurnInPassed',
    wanted: 'True',
    remedy: 'Run a burn-in on the device and let it pass.',
  },
  {
    id: 'firmware-compliant',
    title: 'Firmware is compliant',
    condition: 'FirmwareCompliant',
    wanted: 'True',
    remedy: 'Bring BIOS, BMC, NIC and GPU firmware to the versions of its config context.',
  },
  {
    id: 'customer-ready',
    title: 'Released to customers',
    condition: 'CustomerReady',
    wanted: 'True',
    remedy: 'Release the device once the other gates are met.',
  },
];

/** The gates between a device and `ready`, in the order in which an operator would meet them. */
export function readinessGates(input: ReadinessInput): readonly Gate[] {
  const joined = joinSources(input.conditions);
  return [inServiceGate(input), ...CONDITION_GATES.map((gate) => conditionGate(gate, joined))];
}

function inServiceGate(input: ReadinessInput): Gate {
  const base = { id: 'in-service', title: 'In service by NetBox', condition: null } as const;
  if (input.deviceClass === null) {
    return {
      ...base,
      state: 'unmet',
      because: 'Its NetBox role has no device class, so it never serves customers.',
      remedy: 'Map the role to a device class if it should.',
    };
  }
  if (input.deleted)
    return { ...base, state: 'unmet', because: 'It was deleted in NetBox.', remedy: 'Create it again.' };
  if (input.netboxStatus === 'active')
    return { ...base, state: 'met', because: 'NetBox status is active.', remedy: null };
  return {
    ...base,
    state: 'unmet',
    because: `NetBox status is ${input.netboxStatus}.`,
    remedy: 'Finish enrolment (staged becomes active), or set the status in NetBox.',
  };
}

function conditionGate(gate: ConditionGate, joined: JoinedConditions): Gate {
  const base = { id: gate.id, title: gate.title, condition: gate.condition };
  const found = joined.get(gate.condition);
  if (found === undefined) {
    return gate.absentMeets === true
      ? { ...base, state: 'met', because: 'None is recorded.', remedy: null }
      : { ...base, state: 'unknown', because: 'Nothing has observed this yet.', remedy: gate.remedy };
  }
  if (found.status === 'Unknown') {
    const because = found.stale
      ? `The last observation, at ${found.observedAt.toISOString()} by ${found.source}, is too old to count.`
      : found.message;
    return { ...base, state: 'unknown', because, remedy: gate.remedy };
  }
  const met = found.status === gate.wanted;
  return { ...base, state: met ? 'met' : 'unmet', because: found.message, remedy: met ? null : gate.remedy };
}
