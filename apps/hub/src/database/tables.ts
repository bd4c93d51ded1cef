import type { AgentTables } from '../agents-registry/tables.ts';
import type { AuditTables } from '../audit/tables.ts';
import type { ConditionTables } from '../conditions/tables.ts';
import type { EventTables } from '../events/tables.ts';
import type { FindingTables } from '../findings/tables.ts';
import type { InventoryTables } from '../inventory/tables.ts';
import type { SessionTables } from '../session/tables.ts';
import type { StatusTables } from '../status/tables.ts';

/** Every table of the hub: each slice declares its own. */
export type HubTables = InventoryTables &
  ConditionTables &
  StatusTables &
  EventTables &
  FindingTables &
  AgentTables &
  AuditTables &
  SessionTables;
