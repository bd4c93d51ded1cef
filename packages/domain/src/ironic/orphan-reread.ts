import type { NodeObservation } from './observation.ts';
import { findSuspects, type Suspect, type SweptProvider, type SweptServer } from './orphans.ts';

/** What reading each object of a suspect by itself gave. Left out: not asked, for want of need or of the service. */
export interface Reread {
  /** By uuid; null: Ironic answers 404. */
  readonly nodes: ReadonlyMap<string, NodeObservation | null>;
  /** Null: Nova answers 404. */
  readonly server?: SweptServer | null;
  /** Whether Ironic has an allocation of its own with the id of the instance: then no server is to be expected. */
  readonly ironicAllocation?: boolean;
  /** Provider by uuid or name, with its consumers; null: Placement has none. */
  readonly provider?: SweptProvider | null;
  /** Whether Nova lists a hypervisor of the provider's name. */
  readonly hypervisor?: boolean;
}

/** Which of these a suspect needs, so that no call is made in vain. */
export function rereadNeeds(suspect: Suspect): {
  readonly nodes: readonly string[];
  readonly server: boolean;
  readonly ironicAllocation: boolean;
  readonly provider: string | null;
  readonly hypervisor: string | null;
} {
  const { kind, nodeUuids } = suspect;
  const placed = suspect.evidence.hypervisor_hostname;
  const base = { nodes: nodeUuids, server: false, ironicAllocation: false, provider: null, hypervisor: null };
  switch (kind) {
    case 'server-without-node':
      return { ...base, nodes: typeof placed === 'string' ? [placed] : nodeUuids, server: true };
    case 'node-with-dead-instance':
    case 'deploying-for-deleted-server':
    case 'instance-on-available-node':
      return { ...base, server: true, ironicAllocation: true };
    case 'two-nodes-one-server':
      return base;
    case 'allocation-left':
      return { ...base, server: true, provider: suspect.providerUuid };
    case 'node-without-provider':
      return { ...base, provider: nodeUuids[0] ?? null };
    case 'provider-without-node':
      return {
        ...base,
        nodes: suspect.providerUuid === null ? [] : [suspect.providerUuid],
        provider: suspect.providerUuid,
        hypervisor: suspect.subject,
      };
  }
}

/**
 * Whether the suspicion stands after its objects were read one by one. The same rules judge a small snapshot of what was read:
 * what was on the move, came back or cannot be seen now drops it.
 */
export function stillHolds(suspect: Suspect, reread: Reread, resourceClasses: readonly string[]): boolean {
  if (reread.ironicAllocation === true || reread.hypervisor === true) return false;
  const nodes = [...reread.nodes.values()].filter((node) => node !== null);
  const servers = reread.server === undefined || reread.server === null ? [] : [reread.server];
  if (servers.some((server) => server.status === 'UNKNOWN')) return false;
  if (suspect.kind === 'provider-without-node') {
    const { provider } = reread;
    return nodes.length === 0 && provider !== undefined && provider !== null && provider.consumers?.length === 0
      ? provider.resourceClasses?.some((name) => resourceClasses.includes(name)) === true
      : false;
  }
  const asksPlacement = suspect.kind === 'allocation-left' || suspect.kind === 'node-without-provider';
  const providers = reread.provider === undefined || reread.provider === null ? [] : [reread.provider];
  return findSuspects({ nodes, servers, providers: asksPlacement ? providers : null }).some(
    (again) => again.kind === suspect.kind && again.key === suspect.key,
  );
}
