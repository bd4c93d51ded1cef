import type { Agent, Finding } from '@fleet-manager/contract/api/agents';
import type {
  DeviceComponents,
  DeviceFacets,
  DeviceSort,
  Gate,
  HistoryEntry,
} from '@fleet-manager/contract/api/devices';
import type { Site } from '@fleet-manager/contract/api/inventory';
import type { z } from 'zod';

/** Types of the contract that have no exported type of their own. */
export type AgentRow = z.infer<typeof Agent>;
export type FindingRow = z.infer<typeof Finding>;
export type SiteRow = z.infer<typeof Site>;
export type Components = z.infer<typeof DeviceComponents>;
export type Facets = z.infer<typeof DeviceFacets>;
export type Sort = z.infer<typeof DeviceSort>;
export type GateRow = z.infer<typeof Gate>;
export type HistoryRow = z.infer<typeof HistoryEntry>;
