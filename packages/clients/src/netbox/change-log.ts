import type { NetBoxFailure } from './failure.ts';
import { type ObjectChangeRecord, objectChanges } from './resources/object-changes.ts';
import type { NetBoxSession } from './session.ts';
import { walk } from './walk.ts';

/** A stretch of NetBox's change log. */
export type ChangeLog =
  | { readonly kind: 'complete'; readonly entries: readonly ObjectChangeRecord[]; readonly asOf: Date }
  /** So much changed that its list costs more than asking each type. */
  | { readonly kind: 'too-long' }
  | { readonly kind: 'incomplete'; readonly failure: NetBoxFailure };

/**
 * What the change log holds from `since` on. It is a hint and no proof: an entry is dated inside its transaction and shows
 * when that ends, so look some minutes behind; a permission with constraints hides entries in silence; scripts on the
 * server, and what NetBox derives by itself, write none.
 */
export async function readChangeLog(
  session: NetBoxSession,
  since: Date,
  { atMost, signal }: { readonly atMost: number; readonly signal?: AbortSignal },
): Promise<ChangeLog> {
  const entries: ObjectChangeRecord[] = [];
  const options = { filter: { time_after: [since.toISOString()] }, ...(signal ? { signal } : {}) };
  for await (const step of walk(session, objectChanges, options)) {
    if (step.kind === 'incomplete') return step;
    if (step.kind === 'complete') return { kind: 'complete', entries, asOf: step.asOf };
    // An entry that cannot be read may be about anything.
    if (step.rejected.length > 0) return { kind: 'too-long' };
    entries.push(...step.rows);
    if (entries.length > atMost) return { kind: 'too-long' };
  }
  throw new Error('a walk ended without saying how');
}
