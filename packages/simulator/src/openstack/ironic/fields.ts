import { Refusal } from '../../world/refusal.ts';

/** Fields of a node that came later than 1.1, with the minor version that brought them. */
export const FIELD_SINCE: Readonly<Record<string, number>> = {
  driver_internal_info: 3,
  name: 5,
  inspection_finished_at: 6,
  inspection_started_at: 6,
  clean_step: 7,
  raid_config: 12,
  target_raid_config: 12,
  network_interface: 20,
  resource_class: 21,
  boot_interface: 31,
  console_interface: 31,
  deploy_interface: 31,
  inspect_interface: 31,
  management_interface: 31,
  power_interface: 31,
  raid_interface: 31,
  vendor_interface: 31,
  storage_interface: 33,
  traits: 37,
  rescue_interface: 38,
  bios_interface: 40,
  fault: 42,
  deploy_step: 44,
  conductor_group: 46,
  automated_clean: 47,
  protected: 48,
  protected_reason: 48,
  conductor: 49,
  owner: 50,
  description: 51,
  allocation_uuid: 52,
  retired: 61,
  retired_reason: 61,
  lessee: 65,
  network_data: 66,
  boot_mode: 75,
  secure_boot: 75,
  shard: 82,
  parent_node: 83,
  firmware_interface: 86,
  service_step: 87,
  disable_power_off: 95,
  instance_name: 104,
  health: 109,
};

const ALWAYS =
  'chassis_uuid console_enabled driver driver_info extra instance_info instance_uuid last_error maintenance maintenance_reason power_state properties provision_state provision_updated_at reservation target_power_state target_provision_state uuid'.split(
    ' ',
  );

/** Fields that are filled in outside the table of nodes, so that a listing cannot select them. */
const NOT_COLUMNS = new Set([
  'allocation_uuid',
  'conductor',
  'chassis_uuid',
  'links',
  'ports',
  'states',
  'portgroups',
  'volume',
]);

export const DEFAULT_FIELDS = ['instance_uuid', 'maintenance', 'power_state', 'provision_state', 'uuid', 'name'];

/** Throws 406 for a field that the request's version does not have. */
export function requireVersion(fields: readonly string[], minor: number): void {
  if (fields.some((field) => (FIELD_SINCE[field] ?? 0) > minor)) throw new Refusal(406, 'Request not acceptable.');
}

/** Checks `fields=` of a listing: an unknown name is the server's failure there, as in Ironic itself. */
export function requireListable(fields: readonly string[], minor: number, maxMinor: number): void {
  if (minor < 8) throw new Refusal(406, 'Request not acceptable.');
  requireVersion(fields, minor);
  const known = knownFields(maxMinor);
  for (const field of fields) {
    if (NOT_COLUMNS.has(field) || (!known.has(field) && !TIMESTAMPS.has(field))) {
      throw new Refusal(500, `type object 'Node' has no attribute '${field}'`);
    }
  }
  requireNoTimestamps(fields);
}

/** Checks `fields=` of a single node. */
export function requireShowable(fields: readonly string[], minor: number, maxMinor: number): void {
  if (minor < 8) throw new Refusal(406, 'Request not acceptable.');
  requireVersion(fields, minor);
  const known = knownFields(maxMinor);
  const unknown = fields.find((field) => !known.has(field) && field !== 'conductor' && field !== 'allocation_uuid');
  if (unknown !== undefined) throw new Refusal(400, `Field ${unknown} is not a valid field.`);
}

/** Every field that a node of this Ironic can show, without its links. */
export function knownFields(maxMinor: number): Set<string> {
  const later = Object.keys(FIELD_SINCE).filter((field) => (FIELD_SINCE[field] ?? 0) <= maxMinor);
  return new Set([...ALWAYS, ...later]);
}

const TIMESTAMPS = new Set(['created_at', 'updated_at']);

function requireNoTimestamps(fields: readonly string[]): void {
  const timestamp = fields.find((field) => TIMESTAMPS.has(field));
  if (timestamp !== undefined) throw new Refusal(400, `Field ${timestamp} is not a valid field.`);
}
