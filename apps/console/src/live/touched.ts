import type { FleetEvent } from '@fleet-manager/contract/api/agents';
import { KEYS } from '../api/keys.ts';

/** The beginning of a query's key. */
export type Key = readonly [string, ...string[]];

/** What an event makes old on the screen. */
export function touchedBy(event: FleetEvent): { details: Key[]; lists: Key[] } {
  const details: Key[] = event.deviceId === null ? [] : [[KEYS.device, event.deviceId]];
  switch (event.kind) {
    case 'device.created':
    case 'device.changed':
    case 'device.deleted':
    case 'status.changed':
      return { details, lists: [[KEYS.devices], [KEYS.facets], [KEYS.overview]] };
    case 'condition.changed':
      return { details, lists: [] };
    case 'finding.opened':
    case 'finding.changed':
    case 'finding.resolved':
      return { details, lists: [[KEYS.findings], [KEYS.overview]] };
    case 'agent.changed':
      return { details, lists: [[KEYS.agents], [KEYS.satellites], [KEYS.overview]] };
    case 'inventory.changed':
      return { details, lists: [[KEYS.sites], [KEYS.facets], [KEYS.overview]] };
  }
}
