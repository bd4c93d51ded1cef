import { sql } from 'kysely';
import type { Trx } from '../database/database.ts';
import type { DeviceRow } from './device-row.ts';

export interface InventoryHistoryEntry {
  readonly device_id: string;
  /** NetBox's name of the field, or `mirrored`: whether the device is in the mirror, and why not. */
  readonly field: string;
  readonly old_value: string | null;
  readonly new_value: string | null;
}

/** What a person would ask about later. MACs, addresses and custom fields change too often to be worth a line each. */
const KEPT: readonly (readonly [field: string, column: keyof DeviceRow])[] = [
  ['name', 'name'],
  ['serial', 'serial'],
  ['asset_tag', 'asset_tag'],
  ['status', 'netbox_status'],
  ['role', 'role'],
  ['device_type', 'device_type'],
  ['site', 'site_slug'],
  ['location', 'location'],
  ['rack', 'rack'],
  ['position', 'position'],
  ['cluster', 'cluster'],
];

const MIRRORED = 'mirrored';

/** The lines that a change of a device's row is worth. `reason` says why it is no longer mirrored. */
export function historyOf(
  deviceId: string,
  before: Pick<DeviceRow, keyof DeviceRow>,
  after: DeviceRow,
  reason: string | null,
): InventoryHistoryEntry[] {
  const entries = KEPT.flatMap(([field, column]): InventoryHistoryEntry[] => {
    const [old_value, new_value] = [text(before[column]), text(after[column])];
    return old_value === new_value ? [] : [{ device_id: deviceId, field, old_value, new_value }];
  });
  if ((before.deleted_at === null) !== (after.deleted_at === null)) {
    const gone = reason ?? 'no longer mirrored';
    const [old_value, new_value] = after.deleted_at === null ? ['not mirrored', MIRRORED] : [MIRRORED, gone];
    entries.push({ device_id: deviceId, field: MIRRORED, old_value, new_value });
  }
  return entries;
}

export async function writeHistory(trx: Trx, entries: readonly InventoryHistoryEntry[], at: Date): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    insert into device_inventory_history (device_id, at, field, old_value, new_value)
    select r.device_id, ${at}::timestamptz, r.field, r.old_value, r.new_value
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as r (device_id uuid, field text, old_value text, new_value text)
  `.execute(trx);
}

function text(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}
