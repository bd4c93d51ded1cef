import type { Generated } from 'kysely';
import type { Json, Timestamp } from '../database/columns.ts';

export type AuditOutcome = 'done' | 'refused' | 'failed';

export interface AuditTables {
  audit_events: {
    id: Generated<number>;
    at: Timestamp;
    actor_kind: 'person' | 'agent' | 'anonymous';
    actor_id: string;
    actor_name: string;
    action: string;
    target_kind: string | null;
    target_id: string | null;
    site_slug: string | null;
    before: Json<Record<string, unknown>> | null;
    after: Json<Record<string, unknown>> | null;
    reason: string | null;
    request_id: string;
    outcome: AuditOutcome;
    code: string | null;
  };
}
