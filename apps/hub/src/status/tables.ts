import type { Because, OperationalStatus } from '@fleet-manager/domain/operational-status';
import type { Generated } from 'kysely';
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
}
