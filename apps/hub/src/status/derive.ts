import { sql } from 'kysely';
import { conditionsOf } from '../conditions/read.ts';
import type { Trx } from '../database/database.ts';
import type { NewEvent } from '../events/outbox.ts';
import { type Judgement, judge } from './verdict.ts';

const CHUNK = 2_000;

export interface DeriveOptions {
  /** Why now, for the history: `report 12 of ironic-nodes-overcloud by ironic-agent-x`, `NetBox status changed`. */
  readonly cause: string;
  readonly now: Date;
}

/**
 * Derives the status and the gates of some devices anew and writes what changed, with history. Answers the events: append
 * them, with your own, last in the transaction. Locks the devices in id order, so that two sources that report at once
 * end in the status of both. Unknown ids are ignored.
 */
export async function deriveStatus(
  trx: Trx,
  deviceIds: readonly string[],
  options: DeriveOptions,
): Promise<readonly NewEvent[]> {
  const sorted = [...new Set(deviceIds)].sort();
  const events: NewEvent[] = [];
  for (let start = 0; start < sorted.length; start += CHUNK) {
    events.push(...(await deriveChunk(trx, sorted.slice(start, start + CHUNK), options)));
  }
  return events;
}

async function deriveChunk(trx: Trx, ids: readonly string[], { cause, now }: DeriveOptions): Promise<NewEvent[]> {
  const devices = await lockDevices(trx, ids);
  const held = await conditionsOf(trx, ids, { evidence: false });
  const judged = devices.map((device) => ({ device, judgement: judge(device, held.get(device.id) ?? [], now) }));
  const seen = judged.filter(({ device, judgement }) => isSeen(device, judgement));
  const moved = seen.filter(({ device, judgement }) => device.operational_status !== judgement.status);
  await writeDevices(
    trx,
    judged
      .filter(({ device, judgement }) => isSeen(device, judgement) || isBookkeeping(device, judgement))
      .map(({ device, judgement }) => ({
        id: device.id,
        status: judgement.status,
        summary: judgement.summary,
        also_true: judgement.alsoTrue,
        gates_met: gatesMet(judgement),
        gates_total: judgement.gates.length,
        based_on: judgement.basedOn,
        recheck_at: judgement.recheckAt,
        bump: isSeen(device, judgement) ? 1 : 0,
      })),
    now,
  );
  await writeHistory(
    trx,
    moved.map(({ device, judgement }) => ({
      device_id: device.id,
      old_status: device.operational_status,
      new_status: judgement.status,
      summary: judgement.summary,
      because: judgement.because,
    })),
    cause,
    now,
  );
  return seen.map(({ device, judgement }) => {
    const place = { siteSlug: device.site_slug, deviceId: device.id };
    if (device.operational_status === judgement.status) {
      return { ...place, kind: 'device.changed', data: { name: device.name, fields: ['statusSummary'], cause } };
    }
    const { status: to, summary } = judgement;
    return {
      ...place,
      kind: 'status.changed',
      data: { name: device.name, from: device.operational_status, to, summary, cause },
    };
  });
}

type LockedDevice = Awaited<ReturnType<typeof lockDevices>>[number];

function lockDevices(trx: Trx, ids: readonly string[]) {
  return trx
    .selectFrom('devices')
    .select(['id', 'name', 'site_slug', 'device_class', 'netbox_status', 'deleted_at', 'operational_status'])
    .select(['status_summary', 'also_true', 'gates_met', 'gates_total', 'based_on', 'recheck_at'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

const gatesMet = (judgement: Judgement) => judgement.gates.filter((gate) => gate.state === 'met').length;
const sameList = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((v, i) => v === b[i]);

/** A reader of the API would see a difference. */
function isSeen(device: LockedDevice, judgement: Judgement): boolean {
  return (
    device.operational_status !== judgement.status ||
    device.status_summary !== judgement.summary ||
    !sameList(device.also_true, judgement.alsoTrue) ||
    device.gates_met !== gatesMet(judgement) ||
    device.gates_total !== judgement.gates.length
  );
}

function isBookkeeping(device: LockedDevice, judgement: Judgement): boolean {
  return (
    !sameList(device.based_on, judgement.basedOn) || device.recheck_at?.getTime() !== judgement.recheckAt?.getTime()
  );
}

async function writeDevices(trx: Trx, rows: readonly object[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update devices d set
      operational_status = r.status, status_summary = r.summary, also_true = r.also_true,
      status_since = case when d.operational_status = r.status then d.status_since else ${now} end,
      gates_met = r.gates_met, gates_total = r.gates_total, based_on = r.based_on, recheck_at = r.recheck_at,
      version = d.version + r.bump
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      id uuid, status text, summary text, also_true text[], gates_met int, gates_total int,
      based_on text[], recheck_at timestamptz, bump int)
    where d.id = r.id
  `.execute(trx);
}

async function writeHistory(trx: Trx, rows: readonly object[], cause: string, now: Date): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into status_history (device_id, at, old_status, new_status, summary, because, cause)
    select r.device_id, ${now}, r.old_status, r.new_status, r.summary, r.because, ${cause}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      device_id uuid, old_status text, new_status text, summary text, because jsonb)
  `.execute(trx);
}
