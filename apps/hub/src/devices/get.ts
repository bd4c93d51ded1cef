import type { Device } from '@fleet-manager/contract/api/devices';
import { FleetError } from '@fleet-manager/contract/errors';
import { effectiveCondition, FRESH_FOR_MS } from '@fleet-manager/domain/condition';
import type { z } from 'zod';
import { conditionsOf, type HeldCondition } from '../conditions/read.ts';
import type { Db } from '../database/database.ts';
import { type Principal, withinSites } from '../http/principal.ts';
import { judge } from '../status/verdict.ts';
import { presentSummary, selectSummaries } from './summary.ts';

/**
 * All about one device, judged at `now`: what its page says agrees with itself, even in the seconds before the list learns
 * that an observation went stale.
 *
 * @throws FleetError FM_NOT_FOUND, also for a device of a site that the caller may not see
 */
export async function getDevice(db: Db, principal: Principal, id: string, now: Date): Promise<z.input<typeof Device>> {
  const row = await selectSummaries(db)
    .select(['d.custom_fields', 'd.config_context', 'd.netbox_url', 'd.mirrored_at'])
    .where('d.id', '=', id)
    .where(withinSites(principal, 'd.site_slug'))
    .executeTakeFirst();
  if (row === undefined) throw new FleetError('FM_NOT_FOUND', `no device ${id}`);
  const held = (await conditionsOf(db, [id], { evidence: true })).get(id) ?? [];
  const verdict = judge(row, held, now);
  const basis = held.filter((condition) => verdict.basedOn.includes(condition.type)).map((c) => c.observedAt.getTime());
  return {
    ...presentSummary(row),
    operational_status: verdict.status,
    statusSummary: verdict.summary,
    alsoTrue: [...verdict.alsoTrue],
    gatesMet: verdict.gates.filter((gate) => gate.state === 'met').length,
    gatesTotal: verdict.gates.length,
    observedAt: basis.length === 0 ? null : new Date(Math.min(...basis)).toISOString(),
    because: [...verdict.because],
    gates: [...verdict.gates],
    conditions: held.map((condition) => presentCondition(condition, now)),
    customFields: row.custom_fields,
    configContext: row.config_context,
    links: { netbox: row.netbox_url, ironic: null },
    mirroredAt: row.mirrored_at.toISOString(),
  };
}

function presentCondition(held: HeldCondition, now: Date): z.input<typeof Device>['conditions'][number] {
  const effective = effectiveCondition(held, now);
  return {
    type: held.type,
    status: effective.status,
    reportedStatus: effective.reportedStatus,
    stale: effective.stale,
    reason: held.reason,
    message: held.message,
    source: held.source,
    observedAt: held.observedAt.toISOString(),
    lastTransitionAt: held.lastTransitionAt.toISOString(),
    freshForSeconds: Math.round(FRESH_FOR_MS[held.type] / 1000),
    evidence: held.evidence,
  };
}
