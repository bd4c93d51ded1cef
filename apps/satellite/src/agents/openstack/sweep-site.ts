import { FleetError } from '@fleet-manager/contract/errors';
import type { NodeObservation } from '@fleet-manager/domain/ironic/observation';
import { type Reread, rereadNeeds, stillHolds } from '@fleet-manager/domain/ironic/orphan-reread';
import {
  findSuspects,
  instanceOf,
  isFree,
  placementClass,
  type Suspect,
  type SweepSnapshot,
  type SweptProvider,
} from '@fleet-manager/domain/ironic/orphans';
import { observeNode, sweepServer } from './observe.ts';
import type { SiteClients } from './site-clients.ts';

export interface Sweep {
  /** Suspects whose every object was read again by itself and agreed. */
  readonly confirmed: readonly Suspect[];
  readonly nodes: readonly NodeObservation[];
}

/** So many orphans at once are no orphans: some list was wrong. */
const SUSPICIOUS_PART = 0.2;
const SUSPICIOUS_ATLEAST = 3;

/**
 * One sweep: complete lists in the order Ironic, Nova, Placement, then each suspect's objects one by one. Rejects when any
 * part could not be read to its end: half a sweep gives no verdict at all.
 */
export async function sweepSite(clients: SiteClients, signal: AbortSignal): Promise<Sweep> {
  if (clients.nova === null) throw new Error('a standalone site has nothing to sweep');
  const nodeWalk = await clients.ironic.listNodes(signal);
  if (!nodeWalk.complete) throw nodeWalk.error;
  const serverWalk = await clients.nova.listServers(signal);
  if (!serverWalk.complete) throw serverWalk.error;
  const unreadable = [...nodeWalk.rejected, ...serverWalk.rejected];
  if (unreadable.length > 0) {
    throw new FleetError(
      'FM_OUTSIDE_PROTOCOL',
      `${unreadable.length} rows could not be read: ${unreadable[0]?.reason}`,
    );
  }
  if (serverWalk.items.some((server) => server.cellDown)) {
    throw new FleetError('FM_OUTSIDE_HTTP', 'a cell of Nova is down: it shows servers as UNKNOWN');
  }
  const nodes = nodeWalk.items.map(observeNode);
  const servers = serverWalk.items.map(sweepServer);
  const providers = clients.placement === null ? null : await readProviders(clients.placement, nodes, signal);
  const snapshot: SweepSnapshot = { nodes, servers, providers };
  const suspects = findSuspects(snapshot);
  refuseMassOrphans(suspects, snapshot);

  const classes = [
    ...new Set(nodes.flatMap((node) => (node.resourceClass === null ? [] : [placementClass(node.resourceClass)]))),
  ];
  const confirmed: Suspect[] = [];
  for (const suspect of suspects) {
    const reread = await readAgain(clients, suspect, signal);
    if (stillHolds(suspect, reread, classes)) confirmed.push(suspect);
  }
  return { confirmed, nodes };
}

type Placement = NonNullable<SiteClients['placement']>;

/** All providers; the consumers and inventories only of those that a verdict could rest on. */
async function readProviders(
  placement: Placement,
  nodes: readonly NodeObservation[],
  signal: AbortSignal,
): Promise<SweptProvider[]> {
  const byUuid = new Map(nodes.map((node) => [node.uuid, node]));
  const list = await placement.listProviders({}, signal);
  const out: SweptProvider[] = [];
  const waiting = [...list];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { uuid, name, parentUuid } = next;
      const node = byUuid.get(uuid) ?? byUuid.get(name);
      const asked = node === undefined || isFree(node);
      out.push({
        uuid,
        name,
        parentUuid,
        consumers: asked ? await consumersOf(placement, uuid, signal) : null,
        resourceClasses: node === undefined ? await classesOf(placement, uuid, signal) : null,
      });
    }
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  return out;
}

async function consumersOf(placement: Placement, uuid: string, signal: AbortSignal): Promise<string[] | null> {
  const found = await placement.getProviderAllocations(uuid, signal);
  return found.kind === 'found' ? Object.keys(found.item) : null;
}

async function classesOf(placement: Placement, uuid: string, signal: AbortSignal): Promise<string[] | null> {
  const found = await placement.getInventories(uuid, signal);
  return found.kind === 'found' ? Object.keys(found.item) : null;
}

function refuseMassOrphans(suspects: readonly Suspect[], snapshot: SweepSnapshot): void {
  const check = (what: string, kinds: readonly string[], of: number) => {
    const found = suspects.filter((suspect) => kinds.includes(suspect.kind)).length;
    if (found > Math.max(SUSPICIOUS_ATLEAST, of * SUSPICIOUS_PART)) {
      throw new FleetError(
        'FM_OUTSIDE_PROTOCOL',
        `${found} of ${of} ${what}: more than a fifth, so the lists are not believed`,
      );
    }
  };
  const taken = snapshot.nodes.filter((node) => instanceOf(node) !== null).length;
  check(
    'nodes with an instance have no server in Nova',
    ['node-with-dead-instance', 'deploying-for-deleted-server'],
    taken,
  );
  check('servers have no node in Ironic', ['server-without-node'], snapshot.servers.length);
  const free = snapshot.nodes.filter((node) => node.provisionState === 'available').length;
  check('available nodes have no provider in Placement', ['node-without-provider'], free);
  check('providers have no node in Ironic', ['provider-without-node'], snapshot.providers?.length ?? 0);
}

async function readAgain(clients: SiteClients, suspect: Suspect, signal: AbortSignal): Promise<Reread> {
  const needs = rereadNeeds(suspect);
  const nodes = new Map<string, NodeObservation | null>();
  for (const uuid of needs.nodes) {
    const found = await clients.ironic.getNode(uuid, signal);
    if (found.kind === 'rejected')
      throw new FleetError('FM_OUTSIDE_PROTOCOL', `node ${uuid}: ${found.rejected.reason}`);
    nodes.set(uuid, found.kind === 'found' ? observeNode(found.item) : null);
  }
  let reread: Reread = { nodes };
  const { serverId } = suspect;
  if (needs.server && serverId !== null && clients.nova !== null) {
    const found = await clients.nova.getServer(serverId, signal);
    if (found.kind === 'rejected')
      throw new FleetError('FM_OUTSIDE_PROTOCOL', `server ${serverId}: ${found.rejected.reason}`);
    reread = { ...reread, server: found.kind === 'found' ? sweepServer(found.item) : null };
  }
  if (needs.ironicAllocation && serverId !== null) {
    reread = { ...reread, ironicAllocation: (await clients.ironic.getAllocation(serverId, signal)).kind !== 'absent' };
  }
  if (needs.provider !== null && clients.placement !== null) {
    reread = { ...reread, provider: await findProvider(clients.placement, needs.provider, signal) };
  }
  return reread;
}

async function findProvider(placement: Placement, ident: string, signal: AbortSignal): Promise<SweptProvider | null> {
  const [byUuid] = await placement.listProviders({ uuid: ident }, signal);
  const [found] = byUuid === undefined ? await placement.listProviders({ name: ident }, signal) : [byUuid];
  if (found === undefined) return null;
  return {
    uuid: found.uuid,
    name: found.name,
    parentUuid: found.parentUuid,
    consumers: await consumersOf(placement, found.uuid, signal),
    resourceClasses: await classesOf(placement, found.uuid, signal),
  };
}
