import type { SimNode } from '../../world/model.ts';
import { PROVISION_STATES } from '../../world/provision-table.ts';
import { Refusal } from '../../world/refusal.ts';
import type { Caller } from '../keystone/caller.ts';
import { DEFAULT_FIELDS, knownFields, requireListable, requireVersion } from './fields.ts';
import { nodeView } from './node-view.ts';
import { seesAll, seesNode } from './policy.ts';
import { booleanParam, parseLimit, type Query } from './query.ts';
import type { IronicService } from './service.ts';

/** Filters with the minor version that brought each, and what it compares. */
const FILTERS: Readonly<Record<string, { since: number; fits: (node: SimNode, value: string) => boolean }>> = {
  provision_state: { since: 9, fits: (node, value) => node.provision_state === value },
  driver: { since: 16, fits: (node, value) => node.driver === value },
  resource_class: { since: 21, fits: (node, value) => node.resource_class === value },
  fault: { since: 42, fits: (node, value) => node.fault === value },
  conductor_group: { since: 46, fits: (node, value) => node.conductor_group === value.toLowerCase() },
  owner: { since: 50, fits: (node, value) => node.owner === value },
  description_contains: { since: 51, fits: (node, value) => node.description?.includes(value) ?? false },
  lessee: { since: 65, fits: (node, value) => node.lessee === value },
  project: { since: 65, fits: (node, value) => node.owner === value || node.lessee === value },
  shard: { since: 82, fits: (node, value) => node.shard !== null && value.split(',').includes(node.shard) },
  sharded: { since: 82, fits: (node, value) => (node.shard !== null) === booleanParam('sharded', value) },
  instance_uuid: { since: 1, fits: (node, value) => node.instance_uuid === value },
  associated: { since: 1, fits: (node, value) => (node.instance_uuid !== null) === booleanParam('associated', value) },
  maintenance: { since: 1, fits: (node, value) => node.maintenance === booleanParam('maintenance', value) },
  retired: { since: 61, fits: (node, value) => node.retired === booleanParam('retired', value) },
  chassis_uuid: { since: 1, fits: () => false },
  parent_node: { since: 83, fits: () => false },
  include_children: { since: 83, fits: () => true },
};
const OTHERS = ['fields', 'detail', 'limit', 'marker', 'sort_key', 'sort_dir', 'conductor'];
const UNSORTABLE = new Set([
  'properties',
  'driver_info',
  'extra',
  'instance_info',
  'driver_internal_info',
  'clean_step',
  'traits',
]);
const UUID = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
/** The only filters that Ironic carries over into the link to the next page, and only while they are true. */
const KEPT_IN_NEXT = ['associated', 'maintenance', 'retired'];

export interface ListRequest {
  readonly caller: Caller;
  readonly minor: number;
  readonly query: Query;
  /** `nodes`, or `nodes/detail` for the old way to ask for everything. */
  readonly resource: 'nodes' | 'nodes/detail';
}

/** Answers a listing of nodes: filters, the page, and the link to the next page with its filters lost. */
export function listNodes(service: IronicService, request: ListRequest): Record<string, unknown> {
  const { query, minor, caller } = request;
  const fields = fieldsOf(service, request);
  const limit = parseLimit(query.limit, service.settings.maxLimit);
  const page = cut(service, pageSource(service, request), query.marker, limit);
  // Ironic looks at the conductor only after the page is cut, so pages come short.
  const shown = query.conductor === undefined || query.conductor === service.world.conductorHost ? page : [];
  const answer: Record<string, unknown> = {
    nodes: shown.map((node) => nodeView(service, node, { caller, minor, fields })),
  };
  const last = page.at(-1);
  if (shown.length === limit && last !== undefined) answer.next = nextLink(service.url(), request, limit, last.uuid);
  return answer;
}

function fieldsOf(service: IronicService, { query, minor, resource }: ListRequest): readonly string[] | null {
  const allowed = [...Object.keys(FILTERS), ...OTHERS].filter((key) => resource === 'nodes' || key !== 'fields');
  const unexpected = Object.keys(query).find((key) => !allowed.includes(key));
  if (unexpected !== undefined) throw new Refusal(400, `Unexpected arguments: ${unexpected}`);
  const detail = query.detail === undefined ? undefined : booleanParam('detail', query.detail);
  if (detail !== undefined && minor < 43)
    throw new Refusal(400, `Invalid query parameter ?detail=${query.detail} received.`);
  const fields = query.fields?.split(',').map((field) => field.trim());
  if (fields !== undefined) {
    requireListable(fields, minor, service.settings.maxMinor);
    if (detail) throw new Refusal(400, 'Can not specify ?detail=True and fields in the same request.');
    return fields;
  }
  return detail || resource === 'nodes/detail' ? null : DEFAULT_FIELDS;
}

function pageSource(service: IronicService, { caller, minor, query }: ListRequest): SimNode[] {
  const filters = Object.entries(query).flatMap(([key, value]) => {
    const filter = FILTERS[key];
    if (filter === undefined || value === undefined) return [];
    if (filter.since > minor) throw new Refusal(406, 'Request not acceptable.');
    if (key === 'provision_state' && !PROVISION_STATES.has(value)) {
      throw new Refusal(400, `Provision state "${value}" is not valid`);
    }
    return [(node: SimNode) => filter.fits(node, value)];
  });
  const all = seesAll(caller, service.settings);
  const found = [...service.world.nodes.values()].filter(
    (node) => (all || seesNode(caller, node, service.settings)) && filters.every((fits) => fits(node)),
  );
  return sorted(service, found, query, minor);
}

function sorted(service: IronicService, nodes: SimNode[], query: Query, minor: number): SimNode[] {
  const key = query.sort_key ?? 'id';
  const direction = query.sort_dir ?? 'asc';
  if (direction !== 'asc' && direction !== 'desc')
    throw new Refusal(400, `Invalid sort direction: ${direction}. Acceptable values are 'asc' or 'desc'`);
  const sortable = knownFields(service.settings.maxMinor).has(key) || ['created_at', 'updated_at', 'id'].includes(key);
  if (UNSORTABLE.has(key) || !sortable)
    throw new Refusal(400, `The sort_key value ${key} is an invalid field for sorting`);
  requireVersion([key], minor);
  if (key !== 'id') {
    const text = (node: SimNode) => String(Object.entries(node).find(([name]) => name === key)?.[1] ?? '');
    const keyed = nodes.map((node) => ({ node, key: text(node) }));
    keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    nodes.splice(0, nodes.length, ...keyed.map((entry) => entry.node));
  }
  return direction === 'desc' ? nodes.reverse() : nodes;
}

function cut(service: IronicService, nodes: SimNode[], marker: string | undefined, limit: number): SimNode[] {
  if (marker === undefined) return nodes.slice(0, limit);
  if (!UUID.test(marker)) throw new Refusal(400, `Expected UUID for marker: ${marker}`);
  if (!service.world.nodes.has(marker)) throw new Refusal(404, `Node ${marker} could not be found.`);
  const at = nodes.findIndex((node) => node.uuid === marker);
  if (at >= 0) return nodes.slice(at + 1, at + 1 + limit);
  // The marker exists but no longer meets the filters: the page goes on behind its place among all nodes.
  const order = [...service.world.nodes.keys()];
  const place = order.indexOf(marker);
  const later = new Set(order.slice(place + 1));
  return nodes.filter((node) => later.has(node.uuid)).slice(0, limit);
}

function nextLink(url: string, request: ListRequest, limit: number, marker: string): string {
  const { query } = request;
  const parts = [`sort_key=${query.sort_key ?? 'id'}`, `sort_dir=${query.sort_dir ?? 'asc'}`];
  for (const key of KEPT_IN_NEXT) {
    const value = query[key];
    if (value !== undefined && booleanParam(key, value)) parts.push(`${key}=True`);
  }
  if (query.fields !== undefined) parts.push(`fields=${query.fields}`);
  else if (request.resource === 'nodes' && query.detail === undefined) parts.push(`fields=${DEFAULT_FIELDS.join(',')}`);
  if (query.detail !== undefined && booleanParam('detail', query.detail)) parts.push('detail=True');
  parts.push(`limit=${limit}`, `marker=${marker}`);
  return `${url}/v1/${request.resource}?${parts.join('&')}`;
}
