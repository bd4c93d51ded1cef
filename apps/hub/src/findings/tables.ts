import type { FindingKind } from '@fleet-manager/contract/api/agents';
import type { ColumnType, Generated } from 'kysely';
import type { z } from 'zod';
import type { Json, NullableTimestamp, Timestamp } from '../database/columns.ts';

export type FindingState = 'open' | 'acknowledged' | 'resolved';

export interface FindingTables {
  findings: {
    id: Generated<string>;
    source: string;
    scope: string;
    kind: z.infer<typeof FindingKind>;
    key: string;
    state: FindingState;
    site_slug: string | null;
    device_ids: string[];
    subject: string;
    summary: string;
    next: string;
    evidence: Json<Record<string, unknown>>;
    observations: number;
    first_observed_at: Timestamp;
    last_observed_at: Timestamp;
    opened_at: Timestamp;
    changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
    resolved_at: NullableTimestamp;
    note: string | null;
    acknowledged_by: string | null;
    version: Generated<number>;
  };
  finding_reports: { source: string; scope: string; observed_at: Timestamp };
}
