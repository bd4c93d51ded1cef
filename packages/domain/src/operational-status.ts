import { z } from 'zod';
import type { ConditionStatus, ConditionType, EffectiveCondition } from './condition.ts';
import { joinSources } from './condition.ts';
import type { DeviceClass } from './device-class.ts';
import { type Gate, readinessGates } from './readiness.ts';

/** What an operator reads first about a device, in order of precedence: the first rule that matches decides. */
export const OperationalStatus = z.enum([
  'decommissioned',
  'unmanaged',
  'offline',
  'unenrolled',
  'enrolling',
  'failed',
  'maintenance',
  'quarantined',
  'customer',
  'allocated',
  'validating',
  'preparing',
  'ready',
  'available',
  'unknown',
]);
export type OperationalStatus = z.infer<typeof OperationalStatus>;

/** All that the status depends on. Nothing else may: the function is pure and total. */
export interface StatusInput {
  readonly deviceClass: DeviceClass | null;
  /** NetBox device status, such as `active` or `staged`. */
  readonly netboxStatus: string;
  /** The device was deleted in NetBox. */
  readonly deleted: boolean;
  readonly conditions: readonly EffectiveCondition[];
}

/** One fact a status rests on. */
export type Because =
  | { readonly kind: 'netbox'; readonly field: 'status' | 'role' | 'deleted'; readonly value: string }
  | {
      readonly kind: 'condition';
      readonly type: ConditionType;
      readonly status: ConditionStatus;
      readonly reason: string;
      readonly message: string;
    };

export interface StatusVerdict {
  readonly status: OperationalStatus;
  /** One sentence that says why. */
  readonly summary: string;
  readonly because: readonly Because[];
  /** Other statuses whose rule matches too, for example a customer on a quarantined device. */
  readonly alsoTrue: readonly OperationalStatus[];
}

type Facts = (type: ConditionType) => EffectiveCondition | undefined;

interface Rule {
  readonly status: OperationalStatus;
  /** The rule in words, for the truth table. */
  readonly when: string;
  readonly matches: (input: StatusInput, facts: Facts, gates: () => readonly Gate[]) => readonly Because[] | undefined;
}

const fact = (c: EffectiveCondition): Because => ({
  kind: 'condition',
  type: c.type,
  status: c.status,
  reason: c.reason,
  message: c.message,
});

/** Matches when every named condition has the wanted status (and reason, where one is given). */
function all(
  facts: Facts,
  wanted: readonly (readonly [ConditionType, ConditionStatus, string?])[],
): Because[] | undefined {
  const because: Because[] = [];
  for (const [type, status, reason] of wanted) {
    const c = facts(type);
    if (c === undefined || c.status !== status || (reason !== undefined && c.reason !== reason)) return undefined;
    because.push(fact(c));
  }
  return because;
}

const NOT_IN_SERVICE = new Set(['staged', 'planned', 'inventory']);

/** The rules in order of precedence. `docs/operational-status.md` is generated from this list. */
export const STATUS_RULES: readonly Rule[] = [
  {
    status: 'decommissioned',
    when: 'deleted in NetBox, or NetBox status is `decommissioning`',
    matches: (input) => {
      if (input.deleted) return [{ kind: 'netbox', field: 'deleted', value: 'true' }];
      return input.netboxStatus === 'decommissioning'
        ? [{ kind: 'netbox', field: 'status', value: input.netboxStatus }]
        : undefined;
    },
  },
  {
    status: 'unmanaged',
    when: 'the NetBox role has no device class',
    matches: (input) =>
      input.deviceClass === null ? [{ kind: 'netbox', field: 'role', value: 'no device class' }] : undefined,
  },
  {
    status: 'offline',
    when: 'NetBox status is `offline`',
    matches: (input) =>
      input.netboxStatus === 'offline' ? [{ kind: 'netbox', field: 'status', value: 'offline' }] : undefined,
  },
  {
    status: 'unenrolled',
    when: '`Enrolled` is False (NotInIronic)',
    matches: (_input, facts) => all(facts, [['Enrolled', 'False', 'NotInIronic']]),
  },
  {
    status: 'failed',
    when: '`ProvisioningHealthy` or `Healthy` is False, or NetBox status is `failed`',
    matches: (input, facts) =>
      all(facts, [['ProvisioningHealthy', 'False']]) ??
      all(facts, [['Healthy', 'False']]) ??
      (input.netboxStatus === 'failed' ? [{ kind: 'netbox', field: 'status', value: 'failed' }] : undefined),
  },
  {
    status: 'enrolling',
    when: '`Enrolled` is False (any other reason), or NetBox says `staged`, `planned` or `inventory` and the node is being prepared',
    matches: (input, facts) =>
      all(facts, [['Enrolled', 'False']]) ??
      (NOT_IN_SERVICE.has(input.netboxStatus)
        ? all(facts, [
            ['Enrolled', 'True'],
            ['InstanceAllocated', 'False', 'BeingPrepared'],
          ])
        : undefined),
  },
  {
    status: 'maintenance',
    when: '`MaintenanceClear` is False',
    matches: (_input, facts) => all(facts, [['MaintenanceClear', 'False']]),
  },
  {
    status: 'quarantined',
    when: '`ImpairmentApplied` is True',
    matches: (_input, facts) => all(facts, [['ImpairmentApplied', 'True']]),
  },
  {
    status: 'customer',
    when: '`CustomerAllocated` is True',
    matches: (_input, facts) => all(facts, [['CustomerAllocated', 'True']]),
  },
  {
    status: 'allocated',
    when: '`InstanceAllocated` is True and `InValidationPool` is not True',
    matches: (_input, facts) =>
      facts('InValidationPool')?.status === 'True' ? undefined : all(facts, [['InstanceAllocated', 'True']]),
  },
  {
    status: 'validating',
    when: '`InValidationPool` is True',
    matches: (_input, facts) => all(facts, [['InValidationPool', 'True']]),
  },
  {
    status: 'preparing',
    when: '`Enrolled` is True and `InstanceAllocated` is False (BeingPrepared)',
    matches: (_input, facts) =>
      all(facts, [
        ['Enrolled', 'True'],
        ['InstanceAllocated', 'False', 'BeingPrepared'],
      ]),
  },
  {
    status: 'ready',
    when: 'every readiness gate is met',
    matches: (_input, facts, gates) => {
      const released = all(facts, [['CustomerReady', 'True']]);
      return released !== undefined && gates().every((gate) => gate.state === 'met') ? released : undefined;
    },
  },
  {
    status: 'available',
    when: '`Enrolled`, `ProvisioningHealthy` and `MaintenanceClear` are True and `InstanceAllocated` is False (Available)',
    matches: (_input, facts) =>
      all(facts, [
        ['Enrolled', 'True'],
        ['ProvisioningHealthy', 'True'],
        ['MaintenanceClear', 'True'],
        ['InstanceAllocated', 'False', 'Available'],
      ]),
  },
];

/** Derives the status of one device, with the facts it rests on. */
export function operationalStatus(input: StatusInput): StatusVerdict {
  const joined = joinSources(input.conditions);
  const facts: Facts = (type) => joined.get(type);
  const matched: { readonly rule: Rule; readonly because: readonly Because[] }[] = [];
  for (const rule of STATUS_RULES) {
    const because = rule.matches(input, facts, () => readinessGates(input));
    if (because !== undefined) matched.push({ rule, because });
  }
  const [first, ...others] = matched;
  if (first === undefined) return unknownStatus(input, facts);
  return {
    status: first.rule.status,
    summary: first.because.map(inWords).join('; '),
    because: first.because,
    alsoTrue: others.map((other) => other.rule.status),
  };
}

const DECIDING: readonly ConditionType[] = ['Enrolled', 'ProvisioningHealthy', 'MaintenanceClear', 'InstanceAllocated'];

/** "I don't know, and here is why": names each deciding condition that is missing, stale or Unknown. */
function unknownStatus(_input: StatusInput, facts: Facts): StatusVerdict {
  const missing = DECIDING.filter((type) => facts(type) === undefined);
  const doubtful = DECIDING.flatMap((type) => {
    const c = facts(type);
    return c?.status === 'Unknown' ? [c] : [];
  });
  // One cause often puts all of them in doubt: it is told once, with the conditions that it touches.
  const byCause = new Map<string, EffectiveCondition[]>();
  for (const c of doubtful) {
    const cause = c.stale ? `last observed at ${c.observedAt.toISOString()} by ${c.source}` : c.message;
    byCause.set(cause, [...(byCause.get(cause) ?? []), c]);
  }
  const parts = [...byCause].map(([cause, conditions]) =>
    conditions.length === doubtful.length && missing.length === 0
      ? cause
      : `${conditions.map((c) => c.type).join(', ')}: ${cause}`,
  );
  if (missing.length === DECIDING.length) parts.push('no agent has observed this device yet');
  else if (missing.length > 0) parts.push(`never observed: ${missing.join(', ')}`);
  return {
    status: 'unknown',
    summary: parts.length > 0 ? parts.join('; ') : 'the conditions fit no rule',
    because: doubtful.map(fact),
    alsoTrue: [],
  };
}

function inWords(because: Because): string {
  if (because.kind === 'condition') return because.message;
  switch (because.field) {
    case 'status':
      return `NetBox status is ${because.value}`;
    case 'role':
      return 'its NetBox role has no device class';
    case 'deleted':
      return 'deleted in NetBox';
  }
}
