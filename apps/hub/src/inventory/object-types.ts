/**
 * The types of NetBox object that are mirrored, in the order in which they are read: a type comes after those that its rows
 * point at, so that a row can be placed as soon as it is read.
 */
export const MIRRORED_TYPES = [
  'extras.tag',
  'virtualization.cluster',
  'dcim.site',
  'dcim.devicerole',
  'dcim.devicetype',
  'dcim.device',
  'dcim.location',
  'dcim.rack',
  'dcim.interface',
  'dcim.module',
  'dcim.consoleport',
  'dcim.consoleserverport',
  'dcim.macaddress',
  'ipam.ipaddress',
  'dcim.cable',
  'ipam.prefix',
] as const;
export type MirroredType = (typeof MIRRORED_TYPES)[number];

/** In the plural, as operators say it. */
export const TYPE_TITLES: Readonly<Record<MirroredType, string>> = {
  'extras.tag': 'Tags',
  'virtualization.cluster': 'Clusters',
  'dcim.site': 'Sites',
  'dcim.devicerole': 'Device roles',
  'dcim.devicetype': 'Device types',
  'dcim.device': 'Devices',
  'dcim.location': 'Locations',
  'dcim.rack': 'Racks',
  'dcim.interface': 'Interfaces',
  'dcim.module': 'Modules',
  'dcim.consoleport': 'Console ports',
  'dcim.consoleserverport': 'Console server ports',
  'dcim.macaddress': 'MAC addresses',
  'ipam.ipaddress': 'IP addresses',
  'dcim.cable': 'Cables',
  'ipam.prefix': 'Prefixes',
};

/** How a row of the type finds its place: by cluster, by its site, by its device, by what it is assigned to, by its ends, or everywhere. */
export type Placement = 'everywhere' | 'cluster' | 'site' | 'device' | 'assigned' | 'ends';

export const PLACEMENT: Readonly<Record<MirroredType, Placement>> = {
  'extras.tag': 'everywhere',
  'virtualization.cluster': 'everywhere',
  'dcim.site': 'everywhere',
  'dcim.devicerole': 'everywhere',
  'dcim.devicetype': 'everywhere',
  'dcim.device': 'cluster',
  'dcim.location': 'site',
  'dcim.rack': 'site',
  'dcim.interface': 'device',
  'dcim.module': 'device',
  'dcim.consoleport': 'device',
  'dcim.consoleserverport': 'device',
  'dcim.macaddress': 'assigned',
  'ipam.ipaddress': 'assigned',
  'dcim.cable': 'ends',
  'ipam.prefix': 'everywhere',
};

/** Types whose rows belong to exactly one device and go with it. */
export const COMPONENT_TYPES: readonly MirroredType[] = MIRRORED_TYPES.filter(
  (type) => PLACEMENT[type] === 'device' || PLACEMENT[type] === 'assigned',
);
