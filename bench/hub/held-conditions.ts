import type { ReportedCondition } from '@fleet-manager/contract/api/agents';
import { sql } from 'kysely';
import type { Database } from '../../apps/hub/src/database/database.ts';

/** What the hub holds of the fleet, as its agent would report it again at `observedAt`. */
export async function heldConditions({ db }: Database, observedAt: string): Promise<ReportedCondition[]> {
  const { rows } = await sql<Omit<ReportedCondition, 'observedAt'>>`
    select device_id as "deviceId", type, status, reason, message, evidence from conditions order by device_id, type
  `.execute(db);
  return rows.map((row) => ({ ...row, observedAt }));
}
