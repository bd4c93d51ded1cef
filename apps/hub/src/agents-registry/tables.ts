import type { AgentKind, AgentLoop, Degradation } from '@fleet-manager/contract/api/agents';
import type { z } from 'zod';
import type { Json, Timestamp } from '../database/columns.ts';

export type AgentState = 'healthy' | 'degraded' | 'stale';
export type OpenstackVariant = 'nova' | 'standalone' | 'unknown';

export interface AgentTables {
  agents: {
    client_id: string;
    kind: z.infer<typeof AgentKind>;
    satellite: string | null;
    site_slugs: string[];
    version: string;
    state: AgentState;
    state_detail: string;
    started_at: Timestamp;
    last_heartbeat_at: Timestamp;
    /** Positive: the agent's clock is ahead of ours. */
    clock_skew_seconds: number;
    openstack_variant: OpenstackVariant | null;
    loops: Json<AgentLoop[]>;
    degraded: Json<Degradation[]>;
  };
}
