import { randomUUID } from 'node:crypto';
import type { ConditionReport, ReportedCondition } from '@fleet-manager/contract/api/agents';
import type { ConditionType } from '@fleet-manager/domain/condition';
import type { Insertable } from 'kysely';
import type { Db } from '../src/database/database.ts';
import type { HubTables } from '../src/database/tables.ts';

let nextNetboxId = 1;

/** Puts one device into the mirror, as the netbox-agent would; answers its id. */
export async function insertDevice(db: Db, device: Partial<Insertable<HubTables['devices']>> = {}): Promise<string> {
  const id = device.id ?? randomUUID();
  const netboxId = nextNetboxId++;
  const at = new Date('2026-01-01T00:00:00Z');
  const name = device.name ?? `tray-${netboxId}`;
  await db
    .insertInto('devices')
    .values({
      netbox_id: netboxId,
      site_slug: 'keflavik',
      role: 'compute-tray',
      device_class: 'GPU_COMPUTE',
      device_type: 'GB300',
      netbox_status: 'active',
      mirrored_at: at,
      changed_at: at,
      search: `${name} ${device.serial ?? ''}`.toLowerCase(),
      ...device,
      id,
      name,
    })
    .execute();
  return id;
}

export function condition(
  deviceId: string,
  type: ConditionType,
  observedAt: Date,
  rest: Partial<ReportedCondition> = {},
): ReportedCondition {
  const given = { status: 'True', reason: 'AsWished', message: `${type} is as wished`, evidence: {} } as const;
  return { ...given, deviceId, type, observedAt: observedAt.toISOString(), ...rest };
}

export function fullReport(sequence: number, observedAt: Date, conditions: ReportedCondition[]): ConditionReport {
  return {
    scope: 'ironic-nodes-overcloud',
    mode: 'full',
    sequence,
    previousSequence: 0,
    observedAt: observedAt.toISOString(),
    conditions,
    uncovered: [],
    nodes: [],
  };
}

export function deltaReport(sequence: number, observedAt: Date, conditions: ReportedCondition[] = []): ConditionReport {
  return { ...fullReport(sequence, observedAt, conditions), mode: 'delta', previousSequence: sequence - 1 };
}

/** What the openstack-agent says of a free, healthy node. */
export function availableNode(deviceId: string, observedAt: Date): ReportedCondition[] {
  return [
    condition(deviceId, 'Enrolled', observedAt),
    condition(deviceId, 'ProvisioningHealthy', observedAt),
    condition(deviceId, 'MaintenanceClear', observedAt),
    condition(deviceId, 'InstanceAllocated', observedAt, { status: 'False', reason: 'Available' }),
  ];
}
