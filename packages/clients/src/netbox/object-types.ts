/** NetBox object types that the mirror reads, by the name that NetBox gives them in object permissions. */
export const netboxObjectTypes = [
  'dcim.site',
  'dcim.location',
  'dcim.rack',
  'dcim.devicetype',
  'dcim.devicerole',
  'dcim.device',
  'dcim.interface',
  'dcim.cable',
  'dcim.cabletermination',
  'dcim.macaddress',
  'dcim.module',
  'dcim.consoleport',
  'dcim.consoleserverport',
  'ipam.ipaddress',
  'ipam.prefix',
  'extras.tag',
  'extras.configcontext',
  'virtualization.cluster',
  'core.objectchange',
] as const;

export type NetBoxObjectType = (typeof netboxObjectTypes)[number];

/** Actions of a NetBox object permission. */
export type NetBoxAction = 'view' | 'add' | 'change' | 'delete';
