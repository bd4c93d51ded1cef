import type { NodeObservation } from './observation.ts';
import { isProvisionState, PROVISION_STATE_TABLE } from './provision-state.ts';

/** The eight ways in which Ironic, Nova and Placement can disagree about who uses a node. */
export const ORPHAN_KINDS = [
  'server-without-node',
  'node-with-dead-instance',
  'deploying-for-deleted-server',
  'allocation-left',
  'provider-without-node',
  'node-without-provider',
  'instance-on-available-node',
  'two-nodes-one-server',
] as const;
export type OrphanKind = (typeof ORPHAN_KINDS)[number];

export interface SweptServer {
  readonly id: string;
  readonly name: string;
  readonly projectId: string | null;
  /** `UNKNOWN` when its cell is down. */
  readonly status: string;
  readonly taskState: string | null;
  /** nova-compute service; null before scheduling. */
  readonly host: string | null;
  /** Uuid of the Ironic node; null before scheduling, undefined when this credential may not see it. */
  readonly hypervisorHostname: string | null | undefined;
  readonly updatedAt: Date | null;
}

export interface SweptProvider {
  readonly uuid: string;
  readonly name: string;
  /** Null for a root provider. */
  readonly parentUuid: string | null;
  /** Consumers with an allocation on it; null where it was not asked. */
  readonly consumers: readonly string[] | null;
  /** Resource classes in its inventory; null where it was not asked. */
  readonly resourceClasses: readonly string[] | null;
}

/** Complete lists, read in the order Ironic, Nova, Placement: the order in which a build can only be seen too late, not too early. */
export interface SweepSnapshot {
  readonly nodes: readonly NodeObservation[];
  readonly servers: readonly SweptServer[];
  /** Null where the site has no Placement. */
  readonly providers: readonly SweptProvider[] | null;
}

/** Something that looks orphaned in one sweep. One sweep proves nothing: see `OrphanTracker`. */
export interface Suspect {
  readonly kind: OrphanKind;
  readonly key: string;
  readonly subject: string;
  readonly nodeUuids: readonly string[];
  readonly serverId: string | null;
  readonly providerUuid: string | null;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** A server that is deleted softly can be restored for days, with its data on the node: it is not gone. */
const GONE = new Set(['DELETED']);
/** Nobody waits any more for a node that is still being deployed for such a server. */
const UNWANTED = new Set(['DELETED', 'SOFT_DELETED']);
const DEPLOYING = new Set(['deploying', 'wait call-back']);

/** Lists the suspects of one complete snapshot. Whatever is on the move (a task, a lock, a transition) is left alone. */
export function findSuspects(snapshot: SweepSnapshot): Suspect[] {
  const servers = new Map(snapshot.servers.map((server) => [server.id, server]));
  const nodes = new Map(snapshot.nodes.map((node) => [node.uuid, node]));
  const byInstance = new Map<string, NodeObservation[]>();
  for (const node of snapshot.nodes) {
    const instance = instanceOf(node);
    if (instance !== null) byInstance.set(instance, [...(byInstance.get(instance) ?? []), node]);
  }
  return [
    ...snapshot.servers.flatMap((server) => serverWithoutNode(server, nodes, byInstance)),
    ...snapshot.nodes.flatMap((node) => nodeWithoutServer(node, servers)),
    ...twoNodesOneServer(byInstance),
    ...(snapshot.providers === null ? [] : placementSuspects(snapshot.nodes, nodes, snapshot.providers, servers)),
  ];
}

function serverWithoutNode(
  server: SweptServer,
  nodes: ReadonlyMap<string, NodeObservation>,
  byInstance: ReadonlyMap<string, readonly NodeObservation[]>,
): Suspect[] {
  const placed = server.hypervisorHostname;
  if (!['ACTIVE', 'ERROR', 'BUILD', 'SHUTOFF'].includes(server.status)) return [];
  if (server.taskState !== null || server.host === null || typeof placed !== 'string') return [];
  if (byInstance.has(server.id)) return [];
  const node = nodes.get(placed);
  // A node that is locked or whose instance cannot be read says neither yes nor no.
  if (node !== undefined && (!node.instanceUuid.known || isLocked(node))) return [];
  return [
    {
      kind: 'server-without-node',
      key: server.id,
      subject: server.name,
      nodeUuids: node === undefined ? [] : [node.uuid],
      serverId: server.id,
      providerUuid: null,
      evidence: {
        server_status: server.status,
        host: server.host,
        hypervisor_hostname: placed,
        node: node === undefined ? 'not in Ironic' : { uuid: node.uuid, instance_uuid: instanceOf(node) },
      },
    },
  ];
}

function nodeWithoutServer(node: NodeObservation, servers: ReadonlyMap<string, SweptServer>): Suspect[] {
  const instance = instanceOf(node);
  const state = node.provisionState;
  if (instance === null || state === null || !isProvisionState(state)) return [];
  const server = servers.get(instance);
  const suspect = (kind: OrphanKind): Suspect => ({
    kind,
    key: `${node.uuid}+${instance}`,
    subject: node.name ?? node.uuid,
    nodeUuids: [node.uuid],
    serverId: instance,
    providerUuid: null,
    evidence: {
      node: node.uuid,
      provision_state: state,
      instance_uuid: instance,
      server: server === undefined ? 'not in Nova' : { status: server.status },
    },
  });
  if (state === 'available') {
    const wanted = server !== undefined && !GONE.has(server.status);
    return wanted || isLocked(node) ? [] : [suspect('instance-on-available-node')];
  }
  const isDeploying = DEPLOYING.has(state);
  const ends = isDeploying ? UNWANTED : GONE;
  if (server !== undefined && !(ends.has(server.status) && server.taskState === null)) return [];
  // The conductor holds the lock all through a deployment, so a lock says nothing there.
  if (isDeploying) return [suspect('deploying-for-deleted-server')];
  const { phase } = PROVISION_STATE_TABLE[state];
  return phase === 'working' || phase === 'waiting' || isLocked(node) ? [] : [suspect('node-with-dead-instance')];
}

function twoNodesOneServer(byInstance: ReadonlyMap<string, readonly NodeObservation[]>): Suspect[] {
  return [...byInstance].flatMap(([instance, nodes]) =>
    nodes.length < 2
      ? []
      : [
          {
            kind: 'two-nodes-one-server' as const,
            key: instance,
            subject: nodes.map((node) => node.name ?? node.uuid).join(', '),
            nodeUuids: nodes.map((node) => node.uuid).sort(),
            serverId: instance,
            providerUuid: null,
            evidence: { instance_uuid: instance, nodes: nodes.map(({ uuid, name }) => ({ uuid, name })) },
          },
        ],
  );
}

function placementSuspects(
  list: readonly NodeObservation[],
  nodes: ReadonlyMap<string, NodeObservation>,
  providers: readonly SweptProvider[],
  servers: ReadonlyMap<string, SweptServer>,
): Suspect[] {
  const suspects: Suspect[] = [];
  const provided = new Set(providers.flatMap((provider) => [provider.uuid, provider.name]));
  const classes = new Set(
    list.flatMap((node) => (node.resourceClass === null ? [] : [placementClass(node.resourceClass)])),
  );
  for (const provider of providers) {
    const node = nodes.get(provider.uuid) ?? nodes.get(provider.name);
    if (node === undefined) {
      const ours = provider.resourceClasses?.some((name) => classes.has(name)) === true;
      if (provider.parentUuid === null && ours && provider.consumers?.length === 0) {
        suspects.push({
          kind: 'provider-without-node',
          key: provider.uuid,
          subject: provider.name,
          nodeUuids: [],
          serverId: null,
          providerUuid: provider.uuid,
          evidence: { provider: provider.uuid, name: provider.name, resource_classes: provider.resourceClasses },
        });
      }
      continue;
    }
    if (!isFree(node)) continue;
    for (const consumer of provider.consumers ?? []) {
      if (servers.has(consumer)) continue;
      suspects.push({
        kind: 'allocation-left',
        key: `${provider.uuid}+${consumer}`,
        subject: node.name ?? node.uuid,
        nodeUuids: [node.uuid],
        serverId: consumer,
        providerUuid: provider.uuid,
        evidence: { provider: provider.uuid, consumer, provision_state: node.provisionState, server: 'not in Nova' },
      });
    }
  }
  for (const node of list) {
    const usable = known(node.maintenance, true) === false && known(node.retired, true) === false;
    if (node.provisionState !== 'available' || !usable || isLocked(node) || provided.has(node.uuid)) continue;
    suspects.push({
      kind: 'node-without-provider',
      key: node.uuid,
      subject: node.name ?? node.uuid,
      nodeUuids: [node.uuid],
      serverId: null,
      providerUuid: null,
      evidence: { node: node.uuid, provision_state: 'available', resource_class: node.resourceClass },
    });
  }
  return suspects;
}

/** Whether allocations on the node's provider could only be left over: it has no instance and is not on the move. */
export function isFree(node: NodeObservation): boolean {
  return (
    (node.provisionState === 'available' || node.provisionState === 'manageable') &&
    node.instanceUuid.known &&
    node.instanceUuid.value === null &&
    !isLocked(node)
  );
}

/** How Placement spells an Ironic resource class: `gpu.gb300` → `CUSTOM_GPU_GB300`. */
export function placementClass(resourceClass: string): string {
  const name = resourceClass.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
  return name.startsWith('CUSTOM_') ? name : `CUSTOM_${name}`;
}

export function instanceOf(node: NodeObservation): string | null {
  return node.instanceUuid.known ? node.instanceUuid.value : null;
}

/** A lock that is hidden counts as one. */
export function isLocked(node: NodeObservation): boolean {
  return known(node.reservation, 'hidden') !== null;
}

function known<T, D>(field: { known: true; value: T } | { known: false }, fallback: D): T | D {
  return field.known ? field.value : fallback;
}
