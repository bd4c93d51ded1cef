import type { Model } from '../model.ts';
import { interfaceOf } from '../models/addresses.ts';
import { deviceDisplay } from '../models/devices.ts';
import { type Row, text } from '../store.ts';
import { refuse, ValidationError } from '../validation.ts';
import { atLeast } from '../version.ts';
import type { View } from '../view.ts';

/** A row as it would be after the write; `id` is 0 on creation. */
type Draft = Row;

/** What NetBox demands of a row beyond its single fields. Throws a ValidationError. */
export function checkRules(view: View, model: Model, draft: Draft): void {
  checkUnique(view, model, draft);
  switch (model.type) {
    case 'dcim.device':
      checkDevice(view, draft);
      break;
    case 'dcim.interface':
      checkComponentName(view, model, draft);
      checkPrimaryMac(view, draft);
      break;
    case 'dcim.consoleport':
    case 'dcim.consoleserverport':
    case 'dcim.modulebay':
      checkComponentName(view, model, draft);
      break;
    case 'dcim.macaddress':
    case 'ipam.ipaddress':
      checkAssignment(view, model, draft);
      break;
    case 'dcim.module':
      checkBay(view, draft);
      break;
    case 'dcim.rack':
      checkRack(view, draft);
      break;
    default:
      break;
  }
}

function checkUnique(view: View, model: Model, draft: Draft): void {
  const errors: Record<string, string[]> = {};
  for (const { columns, message, key } of model.unique ?? []) {
    if (columns.some((column) => draft[column] === null || draft[column] === undefined)) continue;
    const [first = 'id', ...others] = columns;
    const clash = view.store
      .table(model.type)
      .where(first, draft[first])
      .some((row) => row.id !== draft.id && others.every((column) => row[column] === draft[column]));
    if (clash) errors[key ?? '__all__'] = [`${model.verbose} ${message}`];
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
}

function checkDevice(view: View, draft: Draft): void {
  checkInSite(view, draft, 'location', 'dcim.location');
  checkInSite(view, draft, 'rack', 'dcim.rack');
  const rack = view.store.get('dcim.rack', draft.rack);
  if (rack === undefined) {
    if (draft.face !== null) throw refuse('face', 'Cannot select a rack face without assigning a rack.');
    if (draft.position !== null) throw refuse('position', 'Cannot select a rack position without assigning a rack.');
  }
  if (draft.position !== null && draft.face === null) {
    throw refuse('face', 'Must specify rack face when defining rack position.');
  }
  if (rack !== undefined && draft.location !== null && rack.location !== null && rack.location !== draft.location) {
    const location = view.store.get('dcim.location', draft.location);
    throw refuse(
      'rack',
      `Rack ${nameOf(view, 'dcim.rack', rack)} does not belong to location ${text(location?.name)}.`,
    );
  }
  if (rack !== undefined) checkSpace(view, draft, rack);
  const cluster = view.store.get('virtualization.cluster', draft.cluster);
  if (cluster?.scope_type === 'dcim.site' && cluster.scope_id !== draft.site) {
    const site = view.store.get('dcim.site', cluster.scope_id);
    throw refuse('cluster', `The assigned cluster belongs to a different site (${text(site?.name)})`);
  }
  for (const column of ['primary_ip4', 'primary_ip6', 'oob_ip']) checkOwnAddress(view, draft, column);
  checkDeviceName(view, draft);
}

function checkDeviceName(view: View, draft: Draft): void {
  if (draft.name === null) return;
  const name = text(draft.name).toLowerCase();
  const clash = view.store
    .table('dcim.device')
    .where('site', draft.site)
    .some((row) => row.id !== draft.id && row.tenant === draft.tenant && text(row.name).toLowerCase() === name);
  if (!clash) return;
  const perTenant = atLeast(view.version, '4.7') || draft.tenant !== null;
  throw refuse('__all__', `Device name must be unique per site${perTenant ? ' and tenant' : ''}.`);
}

/** Two devices may not share a rack unit of one face; a full-depth type takes both faces. */
function checkSpace(view: View, draft: Draft, rack: Row): void {
  if (typeof draft.position !== 'number') return;
  if (!Number.isInteger(draft.position * 2)) {
    throw refuse('position', 'Position must be in increments of 0.5 rack units.');
  }
  const type = view.store.get('dcim.devicetype', draft.device_type);
  const height = Number(type?.u_height ?? 1);
  const top = draft.position + height;
  let fits = draft.position >= 1 && top <= Number(rack.u_height) + 1;
  for (const other of view.store.table('dcim.device').where('rack', rack.id)) {
    if (other.id === draft.id || typeof other.position !== 'number') continue;
    const otherType = view.store.get('dcim.devicetype', other.device_type);
    const sameFace = other.face === draft.face || type?.is_full_depth === true || otherType?.is_full_depth === true;
    const apart = other.position >= top || draft.position >= other.position + Number(otherType?.u_height ?? 1);
    if (sameFace && !apart) fits = false;
  }
  if (fits) return;
  throw refuse(
    'position',
    `U${draft.position.toFixed(1)} is already occupied or does not have sufficient space to accommodate ` +
      `this device type: ${text(type?.model)} (${height.toFixed(1)}U)`,
  );
}

function checkOwnAddress(view: View, draft: Draft, column: string): void {
  const address = view.store.get('ipam.ipaddress', draft[column]);
  if (address === undefined || interfaceOf(address, view)?.device === draft.id) return;
  throw refuse(column, `The specified IP address (${text(address.address)}) is not assigned to this device.`);
}

function checkRack(view: View, draft: Draft): void {
  const location = view.store.get('dcim.location', draft.location);
  if (location === undefined || location.site === draft.site) return;
  const site = view.store.get('dcim.site', draft.site);
  throw refuse('__all__', `Assigned location must belong to parent site (${text(site?.name)}).`);
}

function checkInSite(view: View, draft: Draft, column: string, type: string): void {
  const other = view.store.get(type, draft[column]);
  if (other === undefined || other.site === draft.site) return;
  const site = view.store.get('dcim.site', draft.site);
  const kind = column === 'rack' ? 'Rack' : 'Location';
  throw refuse(column, `${kind} ${nameOf(view, type, other)} does not belong to site ${text(site?.name)}.`);
}

function checkComponentName(view: View, model: Model, draft: Draft): void {
  const clash = view.store
    .table(model.type)
    .where('device', draft.device)
    .some((row) => row.id !== draft.id && row.name === draft.name);
  if (!clash) return;
  const kind = model.verbose.charAt(0).toUpperCase() + model.verbose.slice(1);
  throw refuse('__all__', `${kind} with this Device and Name already exists.`);
}

function checkPrimaryMac(view: View, draft: Draft): void {
  const mac = view.store.get('dcim.macaddress', draft.primary_mac_address);
  if (mac === undefined) return;
  const holder = interfaceOf(mac, view);
  if (holder?.id === draft.id) return;
  const elsewhere = holder === undefined ? '' : ` (${text(holder.name)})`;
  throw refuse('__all__', `MAC address ${text(mac.mac_address)} is assigned to a different interface${elsewhere}.`);
}

function checkAssignment(view: View, model: Model, draft: Draft): void {
  const { assigned_object_type: type, assigned_object_id: id } = draft;
  if (id !== null && (typeof type !== 'string' || view.store.get(type, id) === undefined)) {
    throw refuse('assigned_object_id', `Related object not found using the provided value: ${String(id)}.`);
  }
  const before = view.store.get(model.type, draft.id);
  if (model.type === 'dcim.macaddress') {
    const holder = before === undefined ? undefined : interfaceOf(before, view);
    const moved = before !== undefined && before.assigned_object_id !== id;
    if (moved && holder?.primary_mac_address === draft.id) {
      throw refuse('__all__', 'Cannot reassign MAC Address while it is designated as the primary MAC for an object');
    }
    return;
  }
  const vrf = view.store.get('ipam.vrf', draft.vrf);
  if (vrf !== undefined && vrf.enforce_unique !== true) return;
  const host = text(draft.address).split('/')[0];
  const clash = view.store
    .table('ipam.ipaddress')
    .where('vrf', draft.vrf)
    .find((row) => row.id !== draft.id && text(row.address).split('/')[0] === host);
  if (clash === undefined) return;
  const where = vrf === undefined ? 'global table' : `VRF ${nameOf(view, 'ipam.vrf', vrf)}`;
  throw refuse('address', `Duplicate IP address found in ${where}: ${text(clash.address)}`);
}

function checkBay(view: View, draft: Draft): void {
  const bay = view.store.get('dcim.modulebay', draft.module_bay);
  const taken = view.store
    .table('dcim.module')
    .where('module_bay', draft.module_bay)
    .find((row) => row.id !== draft.id);
  if (taken !== undefined) {
    const module_ = nameOf(view, 'dcim.module', taken);
    throw refuse('module_bay', `Module bay ${text(bay?.name)} is already occupied by module ${module_}.`);
  }
  if (bay?.device === draft.device) return;
  const device = view.store.get('dcim.device', draft.device);
  throw refuse(
    '__all__',
    `Module must be installed within a module bay belonging to the assigned device (${device === undefined ? '' : deviceDisplay(device, view)}).`,
  );
}

function nameOf(view: View, type: string, row: Row): string {
  return view.display(view.model(type), row);
}
