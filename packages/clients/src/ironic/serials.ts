import type { IronicNode } from './node.ts';

/** Where sites keep a node's serial number, in `properties` and `extra` alike. */
const SERIAL_KEYS = ['serial_number', 'serial', 'serialNumber', 'system_serial_number'];

/** The serial numbers that a node carries, each once. */
export function serialsOf(node: Pick<IronicNode, 'properties' | 'extra'>): string[] {
  const found = [node.properties, node.extra].flatMap((holder) =>
    SERIAL_KEYS.flatMap((key) => {
      const value = holder[key];
      return typeof value === 'string' && value.trim() !== '' ? [value] : [];
    }),
  );
  return [...new Set(found)];
}
