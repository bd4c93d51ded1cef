import type { ConditionStatus, ConditionType } from '@fleet-manager/domain/condition';
import type { Generated } from 'kysely';
import type { Json, Timestamp } from '../database/columns.ts';

export interface ConditionTables {
  conditions: {
    device_id: string;
    type: ConditionType;
    source: string;
    scope: string;
    status: ConditionStatus;
    reason: string;
    message: string;
    evidence: Json<Record<string, unknown>>;
    observed_at: Timestamp;
    last_transition_at: Timestamp;
    covered: Generated<boolean>;
  };
  condition_coverage: {
    source: string;
    scope: string;
    sequence: number;
    observed_at: Timestamp;
    received_at: Timestamp;
    clock_ahead_ms: Generated<number>;
    needs_full: Generated<boolean>;
    stale_types: Generated<ConditionType[]>;
  };
  condition_history: {
    id: Generated<number>;
    device_id: string;
    at: Timestamp;
    type: ConditionType;
    source: string;
    old_status: ConditionStatus | null;
    new_status: ConditionStatus;
    reason: string;
    message: string;
    observed_at: Timestamp;
    cause: string;
  };
}
