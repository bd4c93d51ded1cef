import { createHash } from 'node:crypto';

/** Equal for equal values, whatever the order of keys: the order in which NetBox writes custom fields is nobody's promise. */
export function contentHash(value: unknown): string {
  return createHash('sha256').update(stableJson(value)).digest('base64url');
}

export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
