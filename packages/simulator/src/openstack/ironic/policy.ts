import type { SimNode } from '../../world/model.ts';
import { Refusal } from '../../world/refusal.ts';
import type { Caller } from '../keystone/caller.ts';
import type { IronicSettings } from './service.ts';

/** Whether the caller sees every node of the site. */
export function seesAll(caller: Caller, settings: IronicSettings): boolean {
  return caller.system || caller.roles.includes('service') || (!settings.strict && caller.roles.includes('admin'));
}

/** Whether the caller sees this node. */
export function seesNode(caller: Caller, node: SimNode, settings: IronicSettings): boolean {
  if (seesAll(caller, settings)) return true;
  return caller.projectId !== null && (node.owner === caller.projectId || node.lessee === caller.projectId);
}

/** Whether the caller is refused sight of what tells about the inside of the site: errors, locks, driver details. */
export function isRedacted(caller: Caller, node: SimNode, settings: IronicSettings): boolean {
  return !seesAll(caller, settings) && node.owner !== caller.projectId;
}

/** Throws 403 unless the caller may do what `policy` names to the node. A node that it does not see is a 404 already. */
export function requireRight(caller: Caller, node: SimNode | null, policy: string, settings: IronicSettings): void {
  const owns = node === null || node.owner === caller.projectId;
  const mayWrite = caller.roles.some(
    (role) => role === 'admin' || role === 'manager' || role === 'service' || role === 'member',
  );
  const isAll = seesAll(caller, settings) && caller.roles.some((role) => role === 'admin' || role === 'service');
  if (isAll || (owns && mayWrite && caller.projectId !== null)) return;
  throw new Refusal(403, `Access was denied to the following resource: ${policy}`);
}

/** Throws 403 unless the caller has a role on the whole system, where the site is strict. */
export function requireSystem(caller: Caller, policy: string, settings: IronicSettings): void {
  if (seesAll(caller, settings)) return;
  throw new Refusal(403, `Access was denied to the following resource: ${policy}`);
}

/** Some rights are for system tokens only; a project's token meets a failure of the server there, not a refusal. */
export function requireSystemScope(caller: Caller, policy: string, rule: string, settings: IronicSettings): void {
  if (seesAll(caller, settings)) return;
  throw new Refusal(500, `"${policy}": "${rule}" requires a scope of ['system'], request was made with project scope.`);
}

/** The rule that guards what tells about the whole site. */
export const SYSTEM_READER =
  '(role:reader and system_scope:all) or (role:service and system_scope:all) or rule:service_role';
