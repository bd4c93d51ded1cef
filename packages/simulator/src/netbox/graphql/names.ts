import type { Model } from '../model.ts';

/** `mac_address` for MACAddress: the stem of `mac_address_list`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

/** NetBox names a GraphQL type after the class with `Type` behind it, so that a device is `DeviceType`. */
export function typeName(model: Model): string {
  return `${model.name}Type`;
}

/** Types that the schema leaves out, and those that it has without a list of their own. */
export const unlisted: readonly string[] = [
  'dcim.cabletermination',
  'core.objectchange',
  'extras.customfield',
  'extras.customfieldchoiceset',
];
export const absent: readonly string[] = unlisted.slice(1);

/** `STATUS_ACTIVE` for the value `active` of `status`. */
export function enumName(field: string, value: string): string {
  const prefix = field === 'cable_end' ? 'SIDE' : (field.split('_').pop() ?? field).toUpperCase();
  return `${prefix}_${value.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
}
