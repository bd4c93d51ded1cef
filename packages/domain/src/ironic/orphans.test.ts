import { describe, expect, test } from 'vitest';
import { HIDDEN, type NodeObservation, visible } from './observation.ts';
import { type Reread, stillHolds } from './orphan-reread.ts';
import { ORPHAN_MINIMUM_AGE_MS, OrphanTracker, orphanAges } from './orphan-tracker.ts';
import { findSuspects, placementClass, type Suspect, type SweptProvider, type SweptServer } from './orphans.ts';

const node = (uuid: string, over: Partial<NodeObservation> = {}): NodeObservation => ({
  uuid,
  name: `name-${uuid}`,
  provisionState: 'active',
  targetProvisionState: null,
  powerState: visible('power on'),
  maintenance: visible(false),
  maintenanceReason: visible(null),
  fault: visible(null),
  lastError: visible(null),
  reservation: visible(null),
  instanceUuid: visible(null),
  traits: visible([]),
  owner: visible(null),
  lessee: visible(null),
  retired: visible(false),
  resourceClass: 'gpu.gb300',
  serials: [],
  provisionUpdatedAt: null,
  ...over,
});
const server = (id: string, over: Partial<SweptServer> = {}): SweptServer => ({
  id,
  name: `web-${id}`,
  projectId: 'p',
  status: 'ACTIVE',
  taskState: null,
  host: 'compute-1',
  hypervisorHostname: 'n1',
  updatedAt: null,
  ...over,
});
const provider = (uuid: string, over: Partial<SweptProvider> = {}): SweptProvider => ({
  uuid,
  name: uuid,
  parentUuid: null,
  consumers: [],
  resourceClasses: ['CUSTOM_GPU_GB300'],
  ...over,
});
const kinds = (nodes: NodeObservation[], servers: SweptServer[], providers: SweptProvider[] | null = null) =>
  findSuspects({ nodes, servers, providers }).map((suspect) => suspect.kind);
const taken = (id: string) => ({ instanceUuid: visible(id) });

test('a site in order has no suspects', () => {
  expect(kinds([node('n1', taken('s1'))], [server('s1')], [provider('n1', { consumers: ['s1'] })])).toEqual([]);
});

describe('A: a server without its node', () => {
  test('the node is gone, or carries another instance', () => {
    expect(kinds([], [server('s1')])).toEqual(['server-without-node']);
    expect(kinds([node('n1', { provisionState: 'manageable' })], [server('s1')])).toEqual(['server-without-node']);
  });
  test.each([
    ['a task is under way', { taskState: 'deleting' }],
    ['it is not scheduled yet', { host: null, hypervisorHostname: null }],
    ['the credential may not see where it runs', { hypervisorHostname: undefined }],
    ['its cell is down', { status: 'UNKNOWN' }],
  ])('left alone while %s', (_, over) => {
    expect(kinds([], [server('s1', over)])).toEqual([]);
  });
  test('left alone while the node is locked or hidden', () => {
    expect(kinds([node('n1', { reservation: visible('c1') })], [server('s1')])).toEqual([]);
    expect(kinds([node('n1', { instanceUuid: HIDDEN })], [server('s1')])).toEqual([]);
  });
});

describe('B, C and G: a node whose server is gone', () => {
  test('B at rest, C while deploying, G when available', () => {
    expect(kinds([node('n1', taken('s1'))], [])).toEqual(['node-with-dead-instance']);
    for (const provisionState of ['deploying', 'wait call-back'])
      expect(kinds([node('n1', { ...taken('s1'), provisionState })], [])).toEqual(['deploying-for-deleted-server']);
    expect(kinds([node('n1', { ...taken('s1'), provisionState: 'available' })], [])).toEqual([
      'instance-on-available-node',
    ]);
    expect(kinds([node('n1', taken('s1'))], [server('s1', { status: 'DELETED' })])).toEqual([
      'node-with-dead-instance',
    ]);
  });
  test('a server that is deleted softly can still be restored: only a deployment for it is of no use', () => {
    const softly = [server('s1', { status: 'SOFT_DELETED' })];
    for (const provisionState of ['active', 'available', 'deploy failed', 'error'])
      expect(kinds([node('n1', { ...taken('s1'), provisionState })], softly), provisionState).toEqual([]);
    expect(kinds([node('n1', { ...taken('s1'), provisionState: 'wait call-back' })], softly)).toEqual([
      'deploying-for-deleted-server',
    ]);
  });
  test.each(['deleting', 'cleaning', 'clean wait', 'servicing', 'a new state'])(
    'left alone in %s',
    (provisionState) => {
      expect(kinds([node('n1', { ...taken('s1'), provisionState })], [])).toEqual([]);
    },
  );
  test('left alone while locked, or while the lock cannot be seen', () => {
    expect(kinds([node('n1', { ...taken('s1'), reservation: visible('c1') })], [])).toEqual([]);
    expect(kinds([node('n1', { ...taken('s1'), reservation: HIDDEN })], [])).toEqual([]);
  });
});

describe('D, E and F: Placement', () => {
  const free = node('n1', { provisionState: 'available' });
  test('D: an allocation on a free node, of a server that is gone', () => {
    expect(kinds([free], [], [provider('n1', { consumers: ['s9'] })])).toEqual(['allocation-left']);
    expect(
      kinds([free], [server('s9', { status: 'BUILD', host: null })], [provider('n1', { consumers: ['s9'] })]),
    ).toEqual([]);
  });
  test('E: a provider of our resource class without a node', () => {
    expect(kinds([free], [], [provider('n1'), provider('n2')])).toEqual(['provider-without-node']);
    expect(kinds([free], [], [provider('n1'), provider('n2', { consumers: ['s1'] })])).toEqual([]);
    expect(kinds([free], [], [provider('n1'), provider('n2', { resourceClasses: ['VCPU'] })])).toEqual([]);
    expect(kinds([free], [], [provider('n1'), provider('n2', { parentUuid: 'n1' })])).toEqual([]);
  });
  test('F: an available node without a provider, by uuid or by name', () => {
    expect(kinds([free], [], [])).toEqual(['node-without-provider']);
    expect(kinds([free], [], [provider('other', { name: 'n1' })])).toEqual([]);
    expect(kinds([node('n1', { provisionState: 'available', maintenance: visible(true) })], [], [])).toEqual([]);
    expect(kinds([node('n1', { provisionState: 'available', retired: HIDDEN })], [], [])).toEqual([]);
  });
  test('a provider whose inventory Nova has taken away stays the provider of its node', () => {
    expect(kinds([free], [], [provider('n1', { resourceClasses: [] })])).toEqual([]);
    expect(kinds([free], [], [provider('n1'), provider('n2', { resourceClasses: [] })])).toEqual([]);
  });
  test('without Placement none of them is looked for', () => {
    expect(kinds([free], [], null)).toEqual([]);
  });
  test('a resource class has the spelling of Placement', () => {
    expect(placementClass('gpu.gb300')).toBe('CUSTOM_GPU_GB300');
  });
});

test('H: two nodes with one server', () => {
  expect(kinds([node('n1', taken('s1')), node('n2', taken('s1'))], [server('s1')])).toEqual(['two-nodes-one-server']);
});

describe('the single re-read', () => {
  const dead = node('n1', taken('s1'));
  const [suspect] = findSuspects({ nodes: [dead], servers: [], providers: null });
  const again = (over: Partial<Reread>) =>
    suspect !== undefined && stillHolds(suspect, { nodes: new Map([['n1', dead]]), server: null, ...over }, []);

  test('agrees when nothing has changed', () => expect(again({})).toBe(true));
  test.each<[string, Partial<Reread>]>([
    ['the server is there after all', { server: server('s1') }],
    ['its cell is down', { server: server('s1', { status: 'UNKNOWN' }) }],
    ['the instance is an allocation of Ironic itself', { ironicAllocation: true }],
    ['the node is gone', { nodes: new Map([['n1', null]]) }],
    ['the node is locked', { nodes: new Map([['n1', node('n1', { ...taken('s1'), reservation: visible('c') })]]) }],
    ['the node has another instance', { nodes: new Map([['n1', node('n1', taken('s2'))]]) }],
  ])('drops it when %s', (_, over) => expect(again(over)).toBe(false));

  test('a provider without a node is dropped when the node or a hypervisor appears', () => {
    const orphan = findSuspects({
      nodes: [node('n1')],
      servers: [],
      providers: [provider('n1'), provider('n2')],
    }).find((one) => one.kind === 'provider-without-node');
    if (orphan === undefined) throw new Error('expected a suspect');
    const classes = ['CUSTOM_GPU_GB300'];
    const base = { nodes: new Map([['n2', null]]), provider: provider('n2'), hypervisor: false };
    expect(stillHolds(orphan, base, classes)).toBe(true);
    expect(stillHolds(orphan, { ...base, hypervisor: true }, classes)).toBe(false);
    expect(stillHolds(orphan, { ...base, nodes: new Map([['n2', node('n2')]]) }, classes)).toBe(false);
    expect(stillHolds(orphan, { ...base, provider: provider('n2', { consumers: ['s'] }) }, classes)).toBe(false);
    expect(stillHolds(orphan, { ...base, provider: null }, classes)).toBe(false);
  });
});

describe('the tracker', () => {
  const suspects = findSuspects({ nodes: [node('n1', taken('s1'))], servers: [], providers: null });
  const minute = 60_000;
  const at = (m: number) => new Date(m * minute);
  const due = (tracker: OrphanTracker, m: number, list: readonly Suspect[] = suspects) =>
    tracker.due(list, at(m), ORPHAN_MINIMUM_AGE_MS).map((orphan) => orphan.finding.kind);

  test('tells an orphan only after its minimum age', () => {
    const tracker = new OrphanTracker();
    for (let m = 0; m <= 25; m += 5) {
      tracker.observe(suspects, at(m));
      expect(due(tracker, m)).toEqual([]);
    }
    tracker.observe(suspects, at(30));
    expect(due(tracker, 30)).toEqual(['node-with-dead-instance']);
  });

  test('a site gives a kind its own age, and the others keep theirs', () => {
    const ages = orphanAges({ 'node-with-dead-instance': 90 });
    expect(ages['allocation-left']).toBe(ORPHAN_MINIMUM_AGE_MS['allocation-left']);
    const tracker = new OrphanTracker();
    for (const m of [0, 30, 60]) tracker.observe(suspects, at(m));
    expect(tracker.due(suspects, at(60), ages)).toEqual([]);
    tracker.observe(suspects, at(90));
    expect(tracker.due(suspects, at(90), ages)).toHaveLength(1);
  });

  test('tells none before two re-reads two sweeps apart, however old it is', () => {
    const tracker = new OrphanTracker();
    tracker.observe(suspects, at(0));
    expect(due(tracker, 600)).toEqual([]);
    tracker.observe(suspects, at(600));
    expect(due(tracker, 600)).toEqual([]);
    tracker.observe(suspects, at(605));
    expect(due(tracker, 605)).toEqual(['node-with-dead-instance']);
  });

  test('starts again when one sweep did not confirm it', () => {
    const tracker = new OrphanTracker();
    for (const m of [0, 5, 10, 15, 20, 25]) tracker.observe(suspects, at(m));
    tracker.observe([], at(30));
    tracker.observe(suspects, at(35));
    expect(due(tracker, 64)).toEqual([]);
  });

  test('remembers over a restart', () => {
    const first = new OrphanTracker();
    for (const m of [0, 5, 10]) first.observe(suspects, at(m));
    const second = new OrphanTracker(JSON.parse(JSON.stringify(first.save())));
    second.observe(suspects, at(31));
    expect(second.due(suspects, at(31), ORPHAN_MINIMUM_AGE_MS)).toMatchObject([
      { firstSeenAt: at(0), observations: 4, finding: { subject: 'name-n1' } },
    ]);
  });

  test('a server that is being built has an hour', () => {
    const building = findSuspects({ nodes: [], servers: [server('s1', { status: 'BUILD' })], providers: null });
    const tracker = new OrphanTracker();
    for (let m = 0; m <= 60; m += 5) tracker.observe(building, at(m));
    expect(due(tracker, 59, building)).toEqual([]);
    expect(due(tracker, 60, building)).toEqual(['server-without-node']);
  });
});
