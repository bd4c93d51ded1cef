export interface Network {
  readonly family: 4 | 6;
  /** The address as a number, host bits included. */
  readonly address: bigint;
  readonly length: number;
}

/** Reads `10.0.0.1`, `10.0.0.1/24` or an IPv6 equivalent; null when it is neither. */
export function parseNetwork(input: string): Network | null {
  const [host = '', mask] = input.split('/');
  const parsed = host.includes(':') ? parseV6(host) : parseV4(host);
  if (parsed === null) return null;
  const longest = host.includes(':') ? 128 : 32;
  const length = mask === undefined ? longest : Number(mask);
  if (!Number.isInteger(length) || length < 0 || length > longest) return null;
  return { family: longest === 32 ? 4 : 6, address: parsed, length };
}

/** Whether the second lies in the first, itself included. */
export function contains(outer: Network, inner: Network): boolean {
  if (outer.family !== inner.family || inner.length < outer.length) return false;
  const shift = BigInt((outer.family === 4 ? 32 : 128) - outer.length);
  return outer.address >> shift === inner.address >> shift;
}

function parseV4(host: string): bigint | null {
  const parts = host.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)) return null;
  return parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
}

function parseV6(host: string): bigint | null {
  const [left = '', right] = host.split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const gap = 8 - head.length - tail.length;
  if (right === undefined ? gap !== 0 : gap < 1) return null;
  const groups = [...head, ...Array.from({ length: gap }, () => '0'), ...tail];
  if (!groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return null;
  return groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}
