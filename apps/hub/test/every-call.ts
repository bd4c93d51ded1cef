import type { Route } from '@fleet-manager/contract/route';
import { routes } from '@fleet-manager/contract/routes';
import { z } from 'zod';
import { condition, fullReport } from './fixtures.ts';
import { LARGE_FLEET_SCOPE } from './large-fleet.ts';

/** What the calls are about: rows that exist. */
export interface CallSubjects {
  readonly deviceId: string;
  readonly findingId: string;
  readonly agentId: string;
  readonly now: Date;
}

export interface ApiCall {
  readonly operationId: string;
  readonly method: Route['method'];
  /** Path with its query. */
  readonly target: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Agents call what is theirs; people all the rest. */
  readonly by: 'person' | 'agent';
}

/** Values of each query parameter (of one operation, where it says so); several where they may be planned differently. */
const examples = ({ deviceId, now }: CallSubjects): Readonly<Record<string, readonly string[]>> => ({
  action: ['updateFinding'],
  actor: ['person-7'],
  after: ['10'],
  class: ['GPU_COMPUTE', 'CPU_HYPERVISOR'],
  cluster: ['cluster-1', 'no-such-cluster'],
  condition: ['Enrolled=False', 'Enrolled=Unknown', 'SlurmReady', 'MaintenanceClear'],
  device: [deviceId],
  includeDeleted: ['true'],
  kind: ['allocation-left'],
  netboxStatus: ['active', 'planned'],
  outcome: ['refused', 'done'],
  // A whole name, a beginning, a MAC, a part of one, and a word too short for the trigram index.
  q: ['sys1-p-phy-gpu00777', 'gpu0', '02:00:00:1f:40:01', '02-00-00-1f', 'at'],
  rack: ['A0042'],
  request: ['request-77'],
  role: ['role-3'],
  since: [new Date(now.getTime() - 3_600_000).toISOString()],
  site: ['keflavik', 'narvik'],
  state: ['open', 'resolved'],
  status: ['failed', 'customer'],
  'streamEvents kind': ['status.changed'],
  tag: ['tag-3', 'gb300'],
  target: ['target-77'],
  until: [now.toISOString()],
});
/** Parameters that do not filter. `cursor` is followed by whoever makes the calls. */
const PAGING = ['cursor', 'limit', 'sort'];

/**
 * Calls of every route of the contract, so that a new route is among them by itself: each filter alone, each order alone and
 * with each filter. Throws for a parameter or a body of which no example is known here.
 */
export function everyCall(subjects: CallSubjects): readonly ApiCall[] {
  return Object.values<Route>(routes).flatMap((route) =>
    route.method === 'GET' ? reads(route, subjects) : [write(route, subjects)],
  );
}

const who = (route: Route) => (route.url.includes('{clientId}') ? 'agent' : 'person');

function reads(route: Route, subjects: CallSubjects): ApiCall[] {
  const known = examples(subjects);
  const filters = Object.keys(route.query?.shape ?? {}).filter((name) => !PAGING.includes(name));
  const filtered = filters.flatMap((name) => {
    const values = known[`${route.operationId} ${name}`] ?? known[name];
    if (values === undefined) throw new Error(`${route.operationId}: give an example of ${name} in every-call.ts`);
    return values.map((value) => ({ [name]: value }));
  });
  const queries = [{}, ...filtered];
  // A descending order reads the index of the ascending one backwards: with the filters, one of the two is enough.
  const sorted = sortsOf(route).flatMap((sort) =>
    (sort.startsWith('-') ? [{}] : queries).map((query) => ({ ...query, sort })),
  );
  const { operationId, method } = route;
  return [...queries, ...sorted].map((query) => {
    const text = new URLSearchParams(query).toString();
    return { operationId, method, by: who(route), target: pathOf(route, subjects) + (text === '' ? '' : `?${text}`) };
  });
}

function sortsOf(route: Route): readonly string[] {
  const sort: unknown = route.query?.shape.sort;
  if (!(sort instanceof z.ZodType)) return [];
  return z.object({ enum: z.array(z.string()) }).parse(z.toJSONSchema(sort, { io: 'input' })).enum;
}

function pathOf(route: Route, { deviceId, findingId, agentId }: CallSubjects): string {
  const id = route.url.startsWith('/api/v1/devices/')
    ? deviceId
    : route.url.startsWith('/api/v1/findings/')
      ? findingId
      : undefined;
  const params: Readonly<Record<string, string | undefined>> = { id, clientId: agentId, scope: 'orphans-28' };
  return route.url.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${route.operationId}: say in every-call.ts what ${name} may be`);
    return value;
  });
}

function write(route: Route, subjects: CallSubjects): ApiCall {
  const { operationId, method } = route;
  const bodies = bodiesOf(subjects);
  if (!(operationId in bodies)) throw new Error(`${operationId}: give a body in every-call.ts`);
  const body = bodies[operationId];
  return {
    operationId,
    method,
    by: who(route),
    target: pathOf(route, subjects),
    ...(body === undefined ? {} : { body }),
    ...(route.etag === 'version' ? { headers: { 'if-match': '*' } } : {}),
  };
}

function bodiesOf({ deviceId, now }: CallSubjects): Readonly<Record<string, unknown>> {
  const at = now.toISOString();
  const report = fullReport(2, now, [condition(deviceId, 'Enrolled', now, { status: 'False', reason: 'Gone' })]);
  return {
    putHeartbeat: {
      kind: 'openstack-agent',
      satellite: 'sys1',
      siteSlugs: ['keflavik'],
      version: '0.1.1',
      startedAt: at,
      sentAt: at,
      loops: [],
      degraded: [],
    },
    putConditionReport: {
      ...report,
      scope: LARGE_FLEET_SCOPE,
      uncovered: [deviceId],
      nodes: [{ deviceId, ironicNodeId: 'a-node' }],
    },
    putFindingReport: {
      observedAt: at,
      findings: [
        {
          kind: 'allocation-left',
          key: 'one',
          siteSlug: 'keflavik',
          deviceIds: [deviceId],
          subject: 'one',
          summary: 'An allocation is left.',
          next: 'Look at it.',
          firstObservedAt: at,
          observations: 2,
          evidence: {},
        },
      ],
    },
    updateFinding: { state: 'acknowledged', note: 'seen' },
    createSession: { code: 'no-such-code' },
    createLoginLink: undefined,
    deleteSession: undefined,
  };
}
