import { withDescendants } from './models/organisation.ts';
import { idList, isRecord, type Row } from './store.ts';
import type { View } from './view.ts';

/**
 * The rendered context of a device: every active context whose scopes all fit, merged by ascending weight (the heavier
 * wins, dictionaries are merged, lists replaced), with the device's own local data on top.
 */
export function renderConfigContext(device: Row, view: View): Record<string, unknown> {
  const contexts = [...view.store.table('extras.configcontext').rows()]
    .filter((context) => context.is_active === true && fits(context, device, view))
    .sort((a, b) => Number(a.weight) - Number(b.weight) || String(a.name).localeCompare(String(b.name)));
  let merged: Record<string, unknown> = {};
  for (const context of contexts) if (isRecord(context.data)) merged = merge(merged, context.data);
  return isRecord(device.local_context_data) ? merge(merged, device.local_context_data) : merged;
}

function fits(context: Row, device: Row, view: View): boolean {
  const tags = idList(device.tags);
  const scopeTags = idList(context.tags);
  if (scopeTags.length > 0 && !scopeTags.some((tag) => tags.includes(tag))) return false;
  const cluster = view.store.get('virtualization.cluster', device.cluster);
  const site = view.store.get('dcim.site', device.site);
  const direct: readonly [string, unknown][] = [
    ['sites', device.site],
    ['device_types', device.device_type],
    ['clusters', device.cluster],
    ['cluster_types', cluster?.type],
    ['cluster_groups', cluster?.group],
    ['tenants', device.tenant],
  ];
  for (const [scope, id] of direct) {
    const allowed = idList(context[scope]);
    if (allowed.length > 0 && !(typeof id === 'number' && allowed.includes(id))) return false;
  }
  const trees: readonly [string, string, unknown][] = [
    ['regions', 'dcim.region', site?.region],
    ['locations', 'dcim.location', device.location],
    ['roles', 'dcim.devicerole', device.role],
    ['platforms', 'dcim.platform', device.platform],
  ];
  for (const [scope, type, id] of trees) {
    const allowed = idList(context[scope]);
    if (allowed.length === 0) continue;
    if (typeof id !== 'number' || !allowed.some((root) => withDescendants(view, type, root).has(id))) return false;
  }
  return true;
}

function merge(below: Record<string, unknown>, above: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const old = merged[key];
    merged[key] = isRecord(old) && isRecord(value) ? merge(old, value) : value;
  }
  return merged;
}
