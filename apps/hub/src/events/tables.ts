import type { EventKind } from '@fleet-manager/contract/api/agents';
import type { ColumnType } from 'kysely';
import type { z } from 'zod';
import type { Json, Timestamp } from '../database/columns.ts';

export interface EventTables {
  event_counter: { only_row: boolean; last_id: number };
  events: {
    id: number;
    at: ColumnType<Date, Date | undefined, never>;
    kind: z.infer<typeof EventKind>;
    site_slug: string | null;
    device_id: string | null;
    data: Json<Record<string, unknown>>;
  };
  /** One row: the newest id that retention has deleted. */
  event_retention: { only_row: boolean; deleted_up_to: number; deleted_at: Timestamp | null };
}
