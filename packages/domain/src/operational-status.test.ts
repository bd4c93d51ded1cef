import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ConditionStatus,
  ConditionType,
  type EffectiveCondition,
  effectiveCondition,
  FRESH_FOR_MS,
} from './condition.ts';
import { DeviceClass } from './device-class.ts';
import { OperationalStatus, operationalStatus, STATUS_RULES, type StatusInput } from './operational-status.ts';
import { readinessGates } from './readiness.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

function condition(
  type: ConditionType,
  status: ConditionStatus,
  reason = 'Any',
  over: Partial<EffectiveCondition> = {},
): EffectiveCondition {
  return {
    type,
    status,
    reportedStatus: status,
    stale: false,
    reason,
    message: `${type} is ${status}`,
    source: 'ironic-agent-sys1-ice2',
    observedAt: NOW,
    lastTransitionAt: NOW,
    ...over,
  };
}

function device(conditions: readonly EffectiveCondition[], over: Partial<StatusInput> = {}): StatusInput {
  return { deviceClass: 'GPU_COMPUTE', netboxStatus: 'active', deleted: false, conditions, ...over };
}

const IDLE = [
  condition('Enrolled', 'True'),
  condition('ProvisioningHealthy', 'True'),
  condition('MaintenanceClear', 'True'),
  condition('InstanceAllocated', 'False', 'Available'),
];
const PROVEN = [
  ...IDLE,
  condition('Healthy', 'True'),
  condition('BurnInPassed', 'True'),
  condition('FirmwareCompliant', 'True'),
  condition('CustomerReady', 'True'),
];
const without = (conditions: readonly EffectiveCondition[], type: ConditionType) =>
  conditions.filter((c) => c.type !== type);

describe('the operational status', () => {
  it.each<[OperationalStatus, StatusInput]>([
    ['decommissioned', device(PROVEN, { deleted: true })],
    ['decommissioned', device(PROVEN, { netboxStatus: 'decommissioning' })],
    ['unmanaged', device([], { deviceClass: null })],
    ['offline', device(PROVEN, { netboxStatus: 'offline' })],
    ['unenrolled', device([condition('Enrolled', 'False', 'NotInIronic')])],
    ['failed', device([...without(IDLE, 'ProvisioningHealthy'), condition('ProvisioningHealthy', 'False')])],
    ['failed', device([...IDLE, condition('Healthy', 'False')])],
    ['failed', device(IDLE, { netboxStatus: 'failed' })],
    ['enrolling', device([condition('Enrolled', 'False', 'Enrolling')])],
    [
      'enrolling',
      device([condition('Enrolled', 'True'), condition('InstanceAllocated', 'False', 'BeingPrepared')], {
        netboxStatus: 'staged',
      }),
    ],
    ['maintenance', device([...without(IDLE, 'MaintenanceClear'), condition('MaintenanceClear', 'False')])],
    ['quarantined', device([...IDLE, condition('ImpairmentApplied', 'True')])],
    [
      'customer',
      device([
        condition('Enrolled', 'True'),
        condition('InstanceAllocated', 'True'),
        condition('CustomerAllocated', 'True'),
      ]),
    ],
    ['allocated', device([condition('InstanceAllocated', 'True'), condition('CustomerAllocated', 'Unknown')])],
    ['validating', device([condition('InstanceAllocated', 'True'), condition('InValidationPool', 'True')])],
    ['preparing', device([condition('Enrolled', 'True'), condition('InstanceAllocated', 'False', 'BeingPrepared')])],
    ['ready', device(PROVEN)],
    ['available', device(IDLE)],
    ['unknown', device([])],
  ])('is %s', (status, input) => expect(operationalStatus(input).status).toBe(status));

  it('shows both facts of a customer on a quarantined device', () => {
    const verdict = operationalStatus(
      device([
        condition('CustomerAllocated', 'True'),
        condition('InstanceAllocated', 'True'),
        condition('ImpairmentApplied', 'True'),
      ]),
    );
    expect(verdict.status).toBe('quarantined');
    expect(verdict.alsoTrue).toContain('customer');
  });

  it.each(['Healthy', 'BurnInPassed', 'FirmwareCompliant', 'CustomerReady'] as const)(
    'is not ready while %s is not known',
    (type) => {
      expect(operationalStatus(device(without(PROVEN, type))).status).toBe('available');
      expect(operationalStatus(device([...without(PROVEN, type), condition(type, 'Unknown')])).status).toBe(
        'available',
      );
    },
  );

  it('says which conditions it lacks, and one cause once', () => {
    expect(operationalStatus(device([])).summary).toBe('no agent has observed this device yet');
    const conflict = IDLE.map((c) => ({ ...c, status: 'Unknown' as const, message: 'two devices claim node n1' }));
    expect(operationalStatus(device(conflict)).summary).toBe('two devices claim node n1');
    const partly = [
      ...IDLE.slice(0, 2),
      condition('MaintenanceClear', 'Unknown', 'Redacted', { message: 'the field is redacted' }),
    ];
    expect(operationalStatus(device(partly)).summary).toBe(
      'MaintenanceClear: the field is redacted; never observed: InstanceAllocated',
    );
  });

  const anyCondition = fc.record({
    type: fc.constantFrom(...ConditionType.options),
    status: fc.constantFrom(...ConditionStatus.options),
    reason: fc.constantFrom('Any', 'Available', 'BeingPrepared', 'NotInIronic', 'Enrolling'),
    source: fc.constantFrom('a', 'b'),
    ageMs: fc.integer({ min: 0, max: 40 * 24 * 3_600_000 }),
  });
  const anyInput = fc.record({
    deviceClass: fc.option(fc.constantFrom(...DeviceClass.options)),
    netboxStatus: fc.constantFrom(
      'active',
      'staged',
      'planned',
      'offline',
      'failed',
      'inventory',
      'decommissioning',
      'a status of a later NetBox',
    ),
    deleted: fc.boolean(),
    conditions: fc.array(anyCondition, { maxLength: 16 }),
  });
  const effective = (input: typeof anyInput extends fc.Arbitrary<infer T> ? T : never): StatusInput => ({
    ...input,
    conditions: input.conditions.map(({ ageMs, ...c }) =>
      effectiveCondition(
        { ...c, message: c.reason, observedAt: new Date(NOW.getTime() - ageMs), lastTransitionAt: NOW },
        NOW,
      ),
    ),
  });

  it('is total, explains itself, and never depends on the order of the conditions', () => {
    fc.assert(
      fc.property(anyInput, fc.infiniteStream(fc.nat()), (raw, order) => {
        const input = effective(raw);
        const verdict = operationalStatus(input);
        expect(OperationalStatus.options).toContain(verdict.status);
        expect(verdict.summary).not.toBe('');
        const keys = new Map(input.conditions.map((c) => [c, order.next().value]));
        const shuffled = [...input.conditions].sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
        expect(operationalStatus({ ...input, conditions: shuffled }).status).toBe(verdict.status);
      }),
    );
  });

  it('never calls a device ready or available on anything stale, missing, doubted or False', () => {
    fc.assert(
      fc.property(anyInput, (raw) => {
        const input = effective(raw);
        const { status } = operationalStatus(input);
        if (status !== 'ready' && status !== 'available') return;
        for (const type of ['Enrolled', 'ProvisioningHealthy', 'MaintenanceClear'] as const) {
          const all = input.conditions.filter((c) => c.type === type);
          expect(all.length).toBeGreaterThan(0);
          expect(all.every((c) => c.status === 'True' && !c.stale)).toBe(true);
        }
        if (status === 'ready') expect(readinessGates(input).every((gate) => gate.state === 'met')).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has a rule, or the absence of one, for every value', () => {
    expect(new Set([...STATUS_RULES.map((rule) => rule.status), 'unknown'])).toEqual(
      new Set(OperationalStatus.options),
    );
  });
});

describe('a condition', () => {
  it.each(ConditionType.options)('%s counts until its time is over, and then reads as Unknown', (type) => {
    const at = (ageMs: number) =>
      effectiveCondition(
        {
          type,
          status: 'True',
          reason: 'r',
          message: 'm',
          source: 's',
          observedAt: new Date(NOW.getTime() - ageMs),
          lastTransitionAt: NOW,
        },
        NOW,
      );
    expect(at(FRESH_FOR_MS[type])).toMatchObject({ status: 'True', stale: false });
    expect(at(FRESH_FOR_MS[type] + 1)).toMatchObject({ status: 'Unknown', stale: true, reportedStatus: 'True' });
  });
});

describe('the readiness gates', () => {
  it('say what would meet each that is not met, and nothing for one that is', () => {
    for (const gate of readinessGates(device([...without(PROVEN, 'Healthy'), condition('BurnInPassed', 'False')]))) {
      expect(gate.remedy === null).toBe(gate.state === 'met');
      expect(gate.because).not.toBe('');
    }
  });

  it('take the most doubtful of several sources', () => {
    const gates = readinessGates(device([...PROVEN, condition('Healthy', 'Unknown', 'x', { source: 'other' })]));
    expect(gates.find((gate) => gate.id === 'healthy')?.state).toBe('unknown');
  });

  it('take one open impairment as enough', () => {
    const gates = readinessGates(
      device([
        ...PROVEN,
        condition('ImpairmentApplied', 'False'),
        condition('ImpairmentApplied', 'True', 'x', { source: 'other' }),
      ]),
    );
    expect(gates.find((gate) => gate.id === 'no-impairment')?.state).toBe('unmet');
  });
});
