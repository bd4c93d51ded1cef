import { createNetBoxClient } from '@fleet-manager/clients/netbox/session';
import { Secret } from '@fleet-manager/platform/secret';
import { MirrorCycles } from '../../apps/hub/src/agents/netbox/cycle.ts';
import { netboxSources } from '../../apps/hub/src/agents/netbox/netbox-source.ts';
import { DEFAULT_NETBOX_AGENT_SETTINGS } from '../../apps/hub/src/agents/netbox/settings.ts';
import type { Database } from '../../apps/hub/src/database/database.ts';
import { CLUSTERS } from './peer.ts';

export interface Mirror {
  readonly cycles: MirrorCycles;
  close(): Promise<void>;
}

/** The hub's own mirror, as its agent runs it. */
export function openMirror(database: Database, url: string, token: string): Mirror {
  const client = createNetBoxClient({ url, token: new Secret(token) });
  return {
    cycles: new MirrorCycles({
      db: database.db,
      sources: netboxSources(client),
      settings: {
        ...DEFAULT_NETBOX_AGENT_SETTINGS,
        deviceFilters: { clusters: CLUSTERS, allClusters: false },
        deviceRoleClassMapping: { 'compute-tray': 'GPU_COMPUTE' },
        netboxUrl: url,
      },
      now: () => new Date(),
    }),
    close: () => client.close(),
  };
}
