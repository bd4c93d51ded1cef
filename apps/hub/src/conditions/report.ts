import type { ConditionReceipt, ConditionReport, ReportedCondition } from '@fleet-manager/contract/api/agents';
import { FleetError } from '@fleet-manager/contract/errors';
import type { z } from 'zod';
import type { Db, Trx } from '../database/database.ts';
import { withTransaction } from '../database/transaction.ts';
import { appendEvents, type NewEvent } from '../events/outbox.ts';
import { deriveStatus } from '../status/derive.ts';
import { continuityOf } from './continuity.ts';
import { sameTypes, staleTypesAt } from './stale-types.ts';
import {
  type ConditionChange,
  coverageOf,
  coveredDevices,
  diffConditions,
  lockScope,
  type ReportScope,
  uncover,
  writeConditionHistory,
  writeConditions,
  writeCoverage,
  writeNodes,
} from './store.ts';

const BATCH = 5_000;

export interface ApplyReport {
  readonly scope: ReportScope;
  readonly report: ConditionReport;
  /** When the hub received it; nothing counts as observed later than this. */
  readonly now: Date;
}

/**
 * Applies what one walk saw, in one transaction: conditions that differ, the watermark of the scope, the status of the
 * devices concerned, history and events.
 *
 * @throws FleetError FM_COVERAGE_GAP when a report before this one is missing
 */
export function applyReport(db: Db, input: ApplyReport): Promise<z.infer<typeof ConditionReceipt>> {
  return withTransaction(db, (trx) => apply(trx, input));
}

async function apply(trx: Trx, { scope, report, now }: ApplyReport): Promise<z.infer<typeof ConditionReceipt>> {
  await lockScope(trx, scope);
  const held = await coverageOf(trx, scope);
  const walkedAt = new Date(report.observedAt);
  const observedAt = earlier(walkedAt, now);
  const continuity = continuityOf(held, report, observedAt);
  if (continuity === 'gap') {
    throw new FleetError(
      'FM_COVERAGE_GAP',
      `${scope.scope}: report ${report.sequence} builds on ${report.previousSequence}, the hub holds ${held?.sequence ?? 'none'}`,
    );
  }
  if (continuity === 'superseded') {
    const { sequence } = held ?? report;
    return { sequence, applied: 0, unchanged: 0, superseded: report.conditions.length, unknownDevices: [] };
  }

  const cause = `report ${report.sequence} of ${scope.scope} by ${scope.source}`;
  const conditions = newestOfEach(report.conditions, now);
  const written = await writeBatches(trx, scope, conditions, { cause, now });
  // What is doubted here must not be kept fresh by this walk: it ages until a full report settles it.
  const doubted = await uncover(trx, scope, { only: written.doubted });
  const gone = await uncover(trx, scope, { deviceIds: report.uncovered });
  const unlisted = report.mode === 'full' ? await uncover(trx, scope, { allBut: conditions }) : [];
  const paired = await writeNodes(trx, scope, report.nodes);

  const newest = held === undefined || observedAt > held.observed_at ? observedAt : held.observed_at;
  const staleTypes = staleTypesAt(newest, now);
  await writeCoverage(trx, scope, {
    sequence: report.sequence,
    observedAt,
    receivedAt: now,
    aheadMs: Math.max(0, walkedAt.getTime() - now.getTime()),
    needsFull: written.doubted.length > 0,
    staleTypes,
  });
  const refreshed = sameTypes(held?.stale_types ?? [], staleTypes) ? [] : await coveredDevices(trx, scope);

  const touched = [...written.devices, ...doubted, ...gone, ...unlisted, ...refreshed];
  const derived = await deriveStatus(trx, touched, { cause, now });
  await appendEvents(trx, [
    ...changedEvents(written.changes, scope.source),
    ...paired.map(
      (device): NewEvent => ({
        kind: 'device.changed',
        siteSlug: device.siteSlug,
        deviceId: device.id,
        data: { name: device.name, fields: ['ironicNodeId'], cause },
      }),
    ),
    ...derived,
  ]);
  return {
    sequence: report.sequence,
    applied: written.applied,
    unchanged: conditions.length - written.applied - written.superseded - written.unknown,
    superseded: written.superseded,
    unknownDevices: written.unknownDevices,
  };
}

const earlier = (a: Date, b: Date) => (a < b ? a : b);

/** One entry per device and type, the newest; observations from the future count as of now. */
function newestOfEach(conditions: readonly ReportedCondition[], now: Date): ReportedCondition[] {
  const newest = new Map<string, ReportedCondition>();
  for (const condition of conditions) {
    const observedAt = earlier(new Date(condition.observedAt), now).toISOString();
    const key = `${condition.deviceId}/${condition.type}`;
    const other = newest.get(key);
    if (other === undefined || other.observedAt <= observedAt) newest.set(key, { ...condition, observedAt });
  }
  return [...newest.values()];
}

async function writeBatches(
  trx: Trx,
  scope: ReportScope,
  conditions: readonly ReportedCondition[],
  { cause, now }: { cause: string; now: Date },
) {
  const changes: ConditionChange[] = [];
  const devices: string[] = [];
  const doubted: ReportedCondition[] = [];
  const unknownDevices = new Set<string>();
  let applied = 0;
  let superseded = 0;
  for (let start = 0; start < conditions.length; start += BATCH) {
    const batch = conditions.slice(start, start + BATCH);
    const diff = await diffConditions(trx, scope, batch);
    const entries = diff.write.flatMap((ord) => batch[ord] ?? []);
    await writeConditions(trx, scope, entries);
    const transitions = diff.changes.flatMap((change, i) => {
      const reported = entries[i];
      return reported !== undefined && isTransition(change) ? [{ change, reported }] : [];
    });
    await writeConditionHistory(trx, scope, transitions, cause, now);
    changes.push(...transitions.map(({ change }) => change));
    devices.push(...entries.map((entry) => entry.deviceId));
    doubted.push(...diff.superseded.flatMap((ord) => batch[ord] ?? []));
    for (const id of diff.unknownDevices) unknownDevices.add(id);
    applied += entries.length;
    superseded += diff.superseded.length;
  }
  const unknown = conditions.filter((condition) => unknownDevices.has(condition.deviceId)).length;
  return { changes, devices, doubted, applied, superseded, unknown, unknownDevices: [...unknownDevices] };
}

/** A new text of the same fact is written, but it is no event in the life of the device. */
function isTransition(change: ConditionChange): boolean {
  return change.oldStatus !== change.status || change.oldReason !== change.reason;
}

/** One event per device, however many of its conditions moved. */
function changedEvents(changes: readonly ConditionChange[], source: string): NewEvent[] {
  const byDevice = new Map<string, ConditionChange[]>();
  for (const change of changes) byDevice.set(change.deviceId, [...(byDevice.get(change.deviceId) ?? []), change]);
  return [...byDevice.values()].flatMap((ofDevice) => {
    const [first] = ofDevice;
    if (first === undefined) return [];
    const moved = ofDevice.map(({ type, oldStatus, status, reason }) => ({
      type,
      from: oldStatus,
      to: status,
      reason,
    }));
    return [
      {
        kind: 'condition.changed',
        siteSlug: first.siteSlug,
        deviceId: first.deviceId,
        data: { name: first.name, source, changes: moved },
      },
    ];
  });
}
