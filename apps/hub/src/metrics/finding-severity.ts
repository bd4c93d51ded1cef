import type { FindingKind } from '@fleet-manager/contract/api/agents';
import type { z } from 'zod';

export type FindingSeverity = 'high' | 'medium' | 'low';

/**
 * How soon a person should look. High: a customer's node may be lost, shared or handed out wrongly. Medium: a device is not
 * served, or its status rests on doubt. Low: something is left over.
 */
export const FINDING_SEVERITY: Readonly<Record<z.infer<typeof FindingKind>, FindingSeverity>> = {
  'server-without-node': 'high',
  'node-with-dead-instance': 'high',
  'deploying-for-deleted-server': 'medium',
  'allocation-left': 'low',
  'provider-without-node': 'low',
  'node-without-provider': 'medium',
  'instance-on-available-node': 'high',
  'two-nodes-one-server': 'high',
  'device-without-node': 'medium',
  'node-without-device': 'medium',
  'two-devices-one-node': 'high',
  'two-nodes-one-device': 'high',
  'serial-name-mismatch': 'medium',
  'unknown-provision-state': 'medium',
  'foreign-node': 'low',
  'object-type-degraded': 'medium',
  'customer-ready-in-doubt': 'high',
};
