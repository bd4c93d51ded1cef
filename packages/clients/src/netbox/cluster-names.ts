import { collect } from './collect.ts';
import { gone } from './failure.ts';
import { type ClusterRecord, clusters } from './resources/clusters.ts';
import type { NetBoxSession, Reply } from './session.ts';
import { walk } from './walk.ts';

/**
 * The clusters of the given names, as settings name them. A name without a cluster is a failure: devices are filtered by
 * cluster, and a cluster that was renamed must not read as one without devices. A name may belong to several clusters.
 */
export async function clustersNamed(
  session: NetBoxSession,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<Reply<readonly ClusterRecord[]>> {
  const found = await collect(walk(session, clusters, { filter: { name: names }, ...(signal ? { signal } : {}) }));
  if (found.kind === 'incomplete') return { ok: false, failure: found.failure };
  const missing = names.filter((name) => !found.rows.some((cluster) => cluster.name === name));
  if (missing.length > 0) {
    return { ok: false, failure: gone('cluster', missing, `netbox: there is no cluster named ${missing.join(', ')}`) };
  }
  return { ok: true, value: found.rows };
}
