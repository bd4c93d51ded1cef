import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conditionsFromNode, NODE_CONDITION_TYPES } from './conditions.ts';
import { HIDDEN, type NodeObservation, type ServersView, type Visible, visible } from './observation.ts';
import { PROVISION_STATE_TABLE, PROVISION_STATES } from './provision-state.ts';
import type { NodeContext } from './verdict.ts';

const now = new Date('2026-03-01T12:00:00Z');
const MINUTE = 60_000;

const node = (over: Partial<NodeObservation> = {}): NodeObservation => ({
  uuid: '11111111-1111-4111-8111-111111111111',
  name: 'tray-1',
  provisionState: 'available',
  targetProvisionState: null,
  powerState: visible('power off'),
  maintenance: visible(false),
  maintenanceReason: visible(null),
  fault: visible(null),
  lastError: visible(null),
  reservation: visible(null),
  instanceUuid: visible(null),
  traits: visible([]),
  owner: visible('p-fleet'),
  lessee: visible(null),
  retired: visible(false),
  resourceClass: 'gpu.gb300',
  serials: ['S1'],
  provisionUpdatedAt: null,
  ...over,
});

const servers = (project: string | null): ServersView => ({
  kind: 'complete',
  servers: new Map([['srv-1', { id: 'srv-1', name: 'web-1', projectId: project, status: 'ACTIVE' }]]),
  unread: new Set(['srv-3']),
});
const context = (over: Partial<NodeContext> = {}): NodeContext => ({
  observedAt: now,
  inStateSince: new Date(now.getTime() - MINUTE),
  lockedSince: null,
  latestError: null,
  servers: servers('p-customer'),
  projects: { validation: 'p-validation', own: new Set(['p-fleet', 'p-slurm']) },
  ...over,
});
const judge = (over: Partial<NodeObservation> = {}, at: Partial<NodeContext> = {}) =>
  conditionsFromNode(node(over), context(at));
const short = (verdict: { status: string; reason: string }) => `${verdict.status} ${verdict.reason}`;

test('a node at rest in available is good, free and not released', () => {
  const c = judge();
  expect(Object.fromEntries(NODE_CONDITION_TYPES.map((type) => [type, short(c[type])]))).toEqual({
    Enrolled: 'True InIronic',
    ProvisioningHealthy: 'True Stable',
    MaintenanceClear: 'True Clear',
    InstanceAllocated: 'False Available',
    InValidationPool: 'False NoInstance',
    CustomerAllocated: 'False NoInstance',
    CustomerReady: 'False NotReleased',
  });
});

test('a failed verification is told from a node that was never tried', () => {
  const failed = judge({ provisionState: 'enroll', powerState: visible(null), lastError: visible('BMC refused') });
  expect(short(failed.Enrolled)).toBe('False VerifyFailed');
  expect(short(failed.ProvisioningHealthy)).toBe('False VerifyFailed');
  expect(failed.Enrolled.message).toContain('BMC refused');
  const fresh = judge({ provisionState: 'enroll', powerState: visible(null) });
  expect(short(fresh.Enrolled)).toBe('False Enrolling');
  expect(short(fresh.ProvisioningHealthy)).toBe('Unknown PowerUnknown');
});

test('a node being prepared is not available', () => {
  for (const state of ['manageable', 'inspecting', 'cleaning', 'clean wait', 'clean failed'])
    expect(short(judge({ provisionState: state }).InstanceAllocated)).toBe('False BeingPrepared');
  expect(short(judge({ provisionState: 'deleting' }).InstanceAllocated)).toBe('Unknown Deleting');
});

describe('time budgets', () => {
  const since = (minutes: number) => ({ inStateSince: new Date(now.getTime() - minutes * MINUTE) });
  test('within it the node is in progress, beyond it overdue, with the state and the limit in words', () => {
    expect(short(judge({ provisionState: 'deploying' }, since(60)).ProvisioningHealthy)).toBe('True InProgress');
    const late = judge({ provisionState: 'deploying' }, since(61)).ProvisioningHealthy;
    expect(short(late)).toBe('False Overdue');
    expect(late.message).toContain('since 2026-03-01T10:59:00.000Z, longer than the 60 minutes');
  });
  test('a site may give its own', () => {
    const own = { ...since(61), stateMinutes: { '*': { cleaning: 60 } } };
    expect(short(judge({ provisionState: 'cleaning' }, own).ProvisioningHealthy)).toBe('False Overdue');
    expect(short(judge({ provisionState: 'clean wait' }, own).ProvisioningHealthy)).toBe('True InProgress');
  });
  test('hardware that is slower than the rest of its site has its own', () => {
    const own = { ...since(200), stateMinutes: { '*': { cleaning: 60 }, 'baremetal-gb300': { cleaning: 240 } } };
    const cleaning = (resourceClass: string | null) =>
      short(judge({ provisionState: 'cleaning', resourceClass }, own).ProvisioningHealthy);
    expect(cleaning('baremetal-gb300')).toBe('True InProgress');
    expect(cleaning('baremetal-cpu')).toBe('False Overdue');
    expect(cleaning(null)).toBe('False Overdue');
    expect(cleaning('constructor')).toBe('False Overdue');
  });
  test('maintenance stops the limits of Ironic but not ours', () => {
    const c = judge({ provisionState: 'clean wait', maintenance: visible(true) }, since(600));
    expect(short(c.ProvisioningHealthy)).toBe('False Overdue');
  });
});

test('a failure carries the error of Ironic; without one it says so', () => {
  const withText = judge({ provisionState: 'clean failed', lastError: visible('device timed out') });
  expect(short(withText.ProvisioningHealthy)).toBe('False CleanFailed');
  expect(withText.ProvisioningHealthy.message).toContain('device timed out');
  expect(judge({ provisionState: 'clean failed' }).ProvisioningHealthy.message).toContain('gives no reason yet');
  expect(short(judge({ provisionState: 'error' }).ProvisioningHealthy)).toBe('False TearDownFailed');
  expect(short(judge({ provisionState: 'deploy hold' }).ProvisioningHealthy)).toBe('False OnHold');
});

test('an error that Ironic takes back while the node stays in its state is still told', () => {
  const failed = { provisionState: 'inspect failed', lastError: visible(null) };
  const { message } = judge(failed, { latestError: 'Processors is missing' }).ProvisioningHealthy;
  expect(message).toContain('Processors is missing');
  expect(message).toContain('taken this text back');
});

describe('a lock', () => {
  const lockedFor = (minutes: number, over: Partial<NodeObservation> = {}) =>
    judge(
      { reservation: visible('conductor-7'), ...over },
      { lockedSince: new Date(now.getTime() - minutes * MINUTE), inStateSince: now },
    ).ProvisioningHealthy;
  test('that is held for a moment says nothing', () => {
    expect(short(lockedFor(15))).toBe('True Stable');
  });
  test('that the same conductor holds for longer than any task takes is told, with the conductor', () => {
    expect(short(lockedFor(16))).toBe('False StuckLock');
    expect(lockedFor(16).message).toContain('conductor-7');
    expect(short(lockedFor(16, { provisionState: 'clean wait' }))).toBe('False StuckLock');
  });
  test('belongs to the work while the conductor works', () => {
    expect(short(lockedFor(60, { provisionState: 'cleaning' }))).toBe('True InProgress');
  });
});

test('maintenance by Ironic is told from maintenance by a person', () => {
  const byIronic = judge({
    maintenance: visible(true),
    fault: visible('power failure'),
    maintenanceReason: visible('BMC silent'),
    powerState: visible(null),
  });
  expect(short(byIronic.MaintenanceClear)).toBe('False MaintenanceByIronic');
  expect(short(byIronic.ProvisioningHealthy)).toBe('False PowerFailure');
  const byPerson = judge({ maintenance: visible(true), maintenanceReason: visible('new shelf') });
  expect(short(byPerson.MaintenanceClear)).toBe('False MaintenanceByPerson');
  expect(byPerson.MaintenanceClear.message).toContain('new shelf');
  expect(short(byPerson.ProvisioningHealthy)).toBe('True Stable');
});

describe('whose instance it is', () => {
  const busy = { provisionState: 'active', instanceUuid: visible('srv-1') };
  test('another project is a customer', () => {
    const c = judge(busy);
    expect(short(c.InstanceAllocated)).toBe('True InstanceOnNode');
    expect(short(c.CustomerAllocated)).toBe('True CustomerProject');
    expect(short(c.InValidationPool)).toBe('False OtherProject');
    expect(c.CustomerAllocated.message).toBe('Server web-1 belongs to project p-customer.');
  });
  test('the validation and the SLURM project are not customers', () => {
    const validating = judge(busy, { servers: servers('p-validation') });
    expect(short(validating.InValidationPool)).toBe('True ValidationProject');
    expect(short(validating.CustomerAllocated)).toBe('False OwnProject');
    const slurm = judge(busy, { servers: servers('p-slurm') });
    expect(short(slurm.InValidationPool)).toBe('False OtherProject');
    expect(short(slurm.CustomerAllocated)).toBe('False OwnProject');
  });
  test('with Nova down the node still says that it is taken, and nobody says by whom', () => {
    const c = judge(busy, { servers: { kind: 'unreachable', detail: '503' } });
    expect(short(c.InstanceAllocated)).toBe('True InstanceOnNode');
    expect(short(c.CustomerAllocated)).toBe('Unknown NovaUnreachable');
    expect(short(c.InValidationPool)).toBe('Unknown NovaUnreachable');
    expect(c.CustomerAllocated.message).toContain('Nova is not reachable');
  });
  test('with Nova down a free node is still known to hold no customer', () => {
    expect(short(judge({}, { servers: { kind: 'unreachable', detail: '503' } }).CustomerAllocated)).toBe(
      'False NoInstance',
    );
  });
  test('a server that Nova does not have, that could not be read, or of which no project is told, is not guessed', () => {
    expect(short(judge({ ...busy, instanceUuid: visible('srv-2') }).CustomerAllocated)).toBe('Unknown ServerNotInNova');
    expect(short(judge({ ...busy, instanceUuid: visible('srv-3') }).CustomerAllocated)).toBe('Unknown ServerUnread');
    expect(short(judge(busy, { servers: servers(null) }).CustomerAllocated)).toBe('Unknown CellDown');
  });
  test('a validation project whose id is not known makes every other project doubtful', () => {
    const projects = { validation: null, unresolved: 'burn-in', own: new Set(['p-fleet']) };
    const c = judge(busy, { projects });
    expect(short(c.InValidationPool)).toBe('Unknown ValidationProjectUnresolved');
    expect(short(c.CustomerAllocated)).toBe('Unknown ValidationProjectUnresolved');
    expect(short(judge({}, { projects }).InValidationPool)).toBe('False NoInstance');
  });
  test('without Nova the lessee, else the owner, is the tenant', () => {
    const alone = { servers: { kind: 'standalone' } as const };
    expect(short(judge({ ...busy, lessee: visible('p-x') }, alone).CustomerAllocated)).toBe('True CustomerProject');
    expect(short(judge(busy, alone).CustomerAllocated)).toBe('False OwnProject');
    expect(short(judge({ ...busy, owner: visible(null) }, alone).CustomerAllocated)).toBe('Unknown NoOwner');
    expect(short(judge({ ...busy, lessee: HIDDEN }, alone).CustomerAllocated)).toBe('Unknown FieldHidden');
  });
});

test('the trait on the node makes it customer-ready', () => {
  expect(short(judge({ traits: visible(['CUSTOM_CUSTOMER_READY']) }).CustomerReady)).toBe('True Released');
  expect(short(judge({ traits: HIDDEN }).CustomerReady)).toBe('Unknown FieldHidden');
});

test('a state from the future is Unknown throughout, and named', () => {
  const c = judge({ provisionState: 'teleporting', traits: visible(['CUSTOM_CUSTOMER_READY']) });
  for (const type of [
    'Enrolled',
    'ProvisioningHealthy',
    'InstanceAllocated',
    'CustomerAllocated',
    'CustomerReady',
  ] as const)
    expect(c[type].status).toBe('Unknown');
  expect(c.Enrolled.message).toContain('"teleporting"');
});

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Visible<T>> =>
  fc.oneof({ weight: 4, arbitrary: value.map(visible) }, { weight: 1, arbitrary: fc.constant(HIDDEN) });
const text = fc.option(fc.string(), { nil: null });
const anyNode: fc.Arbitrary<NodeObservation> = fc.record({
  uuid: fc.uuid(),
  name: text,
  provisionState: fc.oneof(fc.constantFrom(...PROVISION_STATES), text),
  targetProvisionState: text,
  powerState: maybe(fc.oneof(fc.constantFrom('power on', 'power off', null), text)),
  maintenance: maybe(fc.boolean()),
  maintenanceReason: maybe(text),
  fault: maybe(fc.oneof(fc.constantFrom('power failure', null), text)),
  lastError: maybe(text),
  reservation: maybe(text),
  instanceUuid: maybe(fc.constantFrom('srv-1', 'srv-2', null)),
  traits: maybe(fc.array(fc.constantFrom('CUSTOM_CUSTOMER_READY', 'CUSTOM_X'))),
  owner: maybe(text),
  lessee: maybe(text),
  retired: maybe(fc.boolean()),
  resourceClass: text,
  serials: fc.array(fc.string()),
  provisionUpdatedAt: fc.constant(null),
});
const anyServers: fc.Arbitrary<ServersView> = fc.oneof(
  fc.constantFrom<ServersView>(
    { kind: 'standalone' },
    { kind: 'unreachable', detail: 'x' },
    servers('p-customer'),
    servers('p-validation'),
    servers(null),
  ),
);

test('whatever Ironic shows, each type has a verdict, and nothing hidden or new is read as good', () => {
  fc.assert(
    fc.property(anyNode, anyServers, fc.integer({ min: 0, max: 10 ** 9 }), (seen, view, ageMs) => {
      const at = context({ servers: view, inStateSince: new Date(now.getTime() - ageMs) });
      const c = conditionsFromNode(seen, at);
      for (const type of NODE_CONDITION_TYPES) {
        expect(c[type].reason).toMatch(/^[A-Z][A-Za-z0-9]*$/);
        expect(c[type].message.length).toBeGreaterThan(10);
      }
      const state = seen.provisionState;
      const known = state !== null && Object.hasOwn(PROVISION_STATE_TABLE, state);
      if (!known)
        for (const type of NODE_CONDITION_TYPES)
          if (type !== 'MaintenanceClear') expect(c[type].status).not.toBe('True');
      if (!known) expect(c.InstanceAllocated.status).toBe('Unknown');
      if (!seen.maintenance.known) expect(c.MaintenanceClear.status).toBe('Unknown');
      if (!seen.traits.known) expect(c.CustomerReady.status).not.toBe('True');
      if (!seen.powerState.known || seen.powerState.value === null)
        expect(c.ProvisioningHealthy.status).not.toBe('True');
      if (!seen.fault.known || seen.fault.value !== null) expect(c.ProvisioningHealthy.status).not.toBe('True');
      if (!seen.instanceUuid.known) {
        expect(c.InstanceAllocated.status).toBe('Unknown');
        expect(c.CustomerAllocated.status).not.toBe('True');
      }
      if (c.InstanceAllocated.reason === 'Available') expect(state).toBe('available');
      if (c.CustomerAllocated.status === 'True') expect(c.InstanceAllocated.status).toBe('True');
      if (view.kind === 'unreachable' && c.InstanceAllocated.status === 'True')
        expect([c.CustomerAllocated.status, c.InValidationPool.status]).toEqual(['Unknown', 'Unknown']);
    }),
    { numRuns: 400 },
  );
});
