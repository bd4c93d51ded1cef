import type { ConditionType } from '@fleet-manager/domain/condition';
import type { Because, OperationalStatus } from '@fleet-manager/domain/operational-status';
import type { ColumnType, Generated } from 'kysely';
import type { Json, Timestamp } from '../database/columns.ts';

export interface StatusTables {
  status_history: {
    id: Generated<number>;
    device_id: string;
    at: Timestamp;
    old_status: OperationalStatus | null;
    new_status: OperationalStatus;
    summary: string;
    because: Json<readonly Because[]>;
    cause: string;
  };
  /** Columns of the inventory's `devices` that only this slice reads and writes. */
  devices: {
    based_on: Generated<ConditionType[]>;
    recheck_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  };
}
