import type { IronicNode } from '@fleet-manager/clients/ironic/node';
import type { NovaClient } from '@fleet-manager/clients/nova/client';
import type { ServerObservation, ServersView } from '@fleet-manager/domain/ironic/observation';
import { observeServer } from './observe.ts';

/** A site in order needs none of these looks; one with more wrong than this is told as far as it was looked at. */
const MOST_LOOKS = 100;
const AT_ONCE = 4;

/**
 * The servers of all projects, as nodes need them. Nova's list leaves out what is deleted softly, and what lies in a cell
 * that is down beyond its first page; so each server that a node names and the list lacks is asked for by its id. Rejects
 * when the list itself could not be read to its end.
 */
export async function readServers(
  nova: Pick<NovaClient, 'listServers' | 'getServer'>,
  nodes: readonly Pick<IronicNode, 'instanceUuid'>[],
  signal: AbortSignal,
): Promise<Extract<ServersView, { kind: 'complete' }>> {
  const walk = await nova.listServers(signal);
  if (!walk.complete) throw walk.error;
  const servers = new Map<string, ServerObservation>(walk.items.map((server) => [server.id, observeServer(server)]));
  const named = new Set(nodes.flatMap(({ instanceUuid }) => instanceUuid ?? []));
  const lacking = [...named].filter((id) => !servers.has(id));
  const unread = new Set(lacking.slice(MOST_LOOKS));
  const waiting = lacking.slice(0, MOST_LOOKS);
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const found = await nova.getServer(id, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        return { kind: 'failed' as const, error };
      });
      if (found.kind === 'found') servers.set(id, observeServer(found.item));
      else if (found.kind !== 'absent') unread.add(id);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { kind: 'complete', servers, unread };
}
