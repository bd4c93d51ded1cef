import { Condition } from '@fleet-manager/contract/api/devices';
import {
  type ConditionStatus,
  type ConditionType,
  type EffectiveCondition,
  effectiveCondition,
  FRESH_FOR_MS,
} from '@fleet-manager/domain/condition';

/** What a fixture device is going through. Its status is then derived by the domain, as the hub derives it. */
export type Scenario =
  | 'ready'
  | 'customer'
  | 'available'
  | 'validating'
  | 'preparing'
  | 'enrolling'
  | 'maintenance'
  | 'quarantined'
  | 'failed'
  | 'silent'
  | 'unenrolled'
  | 'offline'
  | 'unmanaged';

type Seen = readonly [ConditionType, ConditionStatus, reason: string, message: string];

const ENROLLED: Seen = ['Enrolled', 'True', 'Paired', 'paired by serial with its Ironic node'];
const HEALTHY_PROVISIONING: Seen = ['ProvisioningHealthy', 'True', 'Available', 'provision state is available'];
const NO_MAINTENANCE: Seen = ['MaintenanceClear', 'True', 'NotInMaintenance', 'the node is not in maintenance'];
const FREE: Seen = ['InstanceAllocated', 'False', 'Available', 'the node is available and has no instance'];
const NO_CUSTOMER: Seen = ['CustomerAllocated', 'False', 'NoInstance', 'no customer has it'];
const BASE: readonly Seen[] = [ENROLLED, HEALTHY_PROVISIONING, NO_MAINTENANCE, FREE, NO_CUSTOMER];

const replaced = (...changes: Seen[]): Seen[] => [
  ...BASE.map((seen) => changes.find(([type]) => type === seen[0]) ?? seen),
  ...changes.filter(([type]) => !BASE.some((seen) => seen[0] === type)),
];

const SEEN: Readonly<Record<Scenario, readonly Seen[]>> = {
  ready: replaced(
    ['Healthy', 'True', 'AllChecksPass', 'all 42 hardware checks pass'],
    ['BurnInPassed', 'True', 'Passed', 'burn-in passed in 71 h 58 min'],
    ['FirmwareCompliant', 'True', 'Compliant', 'all 9 components have the wanted firmware'],
    ['CustomerReady', 'True', 'Released', 'released to customers'],
  ),
  customer: replaced(
    ['InstanceAllocated', 'True', 'Active', 'an instance is active on it'],
    ['CustomerAllocated', 'True', 'CustomerProject', 'project acme-training has it'],
    ['Healthy', 'True', 'AllChecksPass', 'all 42 hardware checks pass'],
  ),
  available: replaced(['CustomerReady', 'False', 'TraitAbsent', 'it is not released to customers']),
  validating: replaced(
    ['InstanceAllocated', 'True', 'Active', 'an instance of the validation project is on it'],
    ['InValidationPool', 'True', 'ValidationProject', 'in the validation pool'],
  ),
  preparing: replaced(['InstanceAllocated', 'False', 'BeingPrepared', 'the node is being cleaned']),
  enrolling: [['Enrolled', 'False', 'Enrolling', 'the node is in enroll and not yet verified'], NO_MAINTENANCE],
  maintenance: replaced([
    'MaintenanceClear',
    'False',
    'InMaintenance',
    'in maintenance: NVLink tray 3 reseated, waiting for cable test',
  ]),
  quarantined: replaced(
    ['ImpairmentApplied', 'True', 'Quarantined', 'quarantined: XID 79 on GPU 2 twice within an hour'],
    ['Healthy', 'True', 'AllChecksPass', 'all 42 hardware checks pass'],
  ),
  failed: replaced([
    'ProvisioningHealthy',
    'False',
    'CleanFailed',
    'cleaning failed: erase_devices timed out on nvme3n1 after 3 600 s',
  ]),
  silent: replaced(),
  unenrolled: [['Enrolled', 'False', 'NotInIronic', 'no Ironic node has its serial or its name']],
  offline: [],
  unmanaged: [],
};

/** How long the silent device has not been seen: longer than its conditions count. */
const SILENT_FOR_MS = 47 * 60_000;

export interface ConditionSet {
  readonly wire: readonly Condition[];
  readonly effective: readonly EffectiveCondition[];
}

/** The conditions of a scenario, some seconds old, or too old where the scenario says so. */
export function conditionsOf(scenario: Scenario, now: Date, since: Date, node: string): ConditionSet {
  const observedAt = new Date(now.getTime() - (scenario === 'silent' ? SILENT_FOR_MS : 20_000));
  const effective = SEEN[scenario].map(([type, status, reason, message]) =>
    effectiveCondition(
      { type, status, reason, message, source: sourceOf(type), observedAt, lastTransitionAt: since },
      now,
    ),
  );
  const wire = effective.map((c) =>
    Condition.parse({
      ...c,
      observedAt: c.observedAt.toISOString(),
      lastTransitionAt: c.lastTransitionAt.toISOString(),
      freshForSeconds: FRESH_FOR_MS[c.type] / 1_000,
      evidence: {
        node,
        provision_state: scenario === 'failed' ? 'clean failed' : 'available',
        maintenance: scenario === 'maintenance',
        last_error: scenario === 'failed' ? 'Agent returned error for clean step erase_devices' : null,
      },
    }),
  );
  return { wire, effective };
}

function sourceOf(type: ConditionType): string {
  switch (type) {
    case 'Healthy':
      return 'health-status-agent';
    case 'BurnInPassed':
    case 'FirmwareCompliant':
    case 'ImpairmentApplied':
      return 'hub';
    default:
      return 'openstack-agent/north1';
  }
}
