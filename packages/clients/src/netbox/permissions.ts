import { actionOf, type NetBoxCallName, netboxCallObjectTypes, netboxCalls } from './calls.ts';
import type { NetBoxAction, NetBoxObjectType } from './object-types.ts';

/** One object permission that the mirror's token needs. */
export interface NetBoxObjectPermission {
  /** As NetBox's form for object permissions names it, `dcim.device`. */
  readonly objectType: NetBoxObjectType;
  readonly actions: readonly NetBoxAction[];
  /** The calls that need it, `GET /api/dcim/devices/`. */
  readonly calls: readonly string[];
}

/** The object permissions that the declared calls need, by object type. Nothing is listed that no call uses. */
export function netboxObjectPermissions(): readonly NetBoxObjectPermission[] {
  const byType = new Map<NetBoxObjectType, { actions: Set<NetBoxAction>; calls: string[] }>();
  for (const [name, call] of entries()) {
    for (const objectType of netboxCallObjectTypes[name]) {
      const entry = byType.get(objectType) ?? { actions: new Set(), calls: [] };
      entry.actions.add(actionOf(call));
      entry.calls.push(`${call.method} ${call.path}`);
      byType.set(objectType, entry);
    }
  }
  return [...byType]
    .map(([objectType, { actions, calls }]) => ({ objectType, actions: [...actions].sort(), calls: calls.sort() }))
    .sort((a, b) => (a.objectType < b.objectType ? -1 : 1));
}

function entries(): [NetBoxCallName, (typeof netboxCalls.calls)[NetBoxCallName]][] {
  const names = Object.keys(netboxCalls.calls).filter((name): name is NetBoxCallName => name in netboxCallObjectTypes);
  return names.map((name) => [name, netboxCalls.calls[name]]);
}
