import type { ProjectionSettings } from '../../inventory/device-row.ts';

export interface NetboxAgentSettings extends ProjectionSettings {
  readonly deviceFilters: {
    /** Names of the NetBox clusters whose devices are mirrored. */
    readonly clusters: readonly string[];
    /** Must be said, and then `clusters` is empty: every device that is in some cluster. */
    readonly allClusters: boolean;
  };
  readonly pollSeconds: number;
  readonly resyncSeconds: number;
  /** Ids of components are compared every so many polls, because that costs NetBox more than a change poll. Devices: each poll. */
  readonly componentIdsEveryPolls: number;
  /** Takes a sudden drop for real. For the one sweep after a big dismantling; deletions stop at a sudden drop otherwise. */
  readonly allowMassDeletion: boolean;
}

export const DEFAULT_NETBOX_AGENT_SETTINGS = {
  pollSeconds: 60,
  resyncSeconds: 900,
  componentIdsEveryPolls: 5,
  allowMassDeletion: false,
} as const satisfies Partial<NetboxAgentSettings>;
