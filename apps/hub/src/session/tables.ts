import type { Timestamp } from '../database/columns.ts';

export interface SessionTables {
  login_codes: { code_hash: string; expires_at: Timestamp; used_at: Timestamp | null };
  sessions: {
    id_hash: string;
    person: string;
    created_at: Timestamp;
    last_seen_at: Timestamp;
    expires_at: Timestamp;
  };
}
