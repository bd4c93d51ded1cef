import type { NetBoxFailure } from '@fleet-manager/clients/netbox/failure';
import { applyConfigContexts } from '../../inventory/config-contexts.ts';
import type { MirrorContext } from './mirror-type.ts';

/** Rendering is the dearest thing that NetBox does for the mirror, so it is spread over polls. */
const DEVICES_PER_POLL = 300;

export interface ContextsOutcome {
  readonly read: number;
  readonly changed: number;
  readonly failure: NetBoxFailure | null;
}

/** Reads the rendered config contexts of some of the devices that wait for it, and takes those out of `wanted`. */
export async function mirrorContexts(context: MirrorContext, wanted: Set<number>): Promise<ContextsOutcome> {
  const ids = [...wanted].sort((a, b) => a - b).slice(0, DEVICES_PER_POLL);
  let read = 0;
  let changed = 0;
  if (ids.length === 0) return { read, changed, failure: null };
  for await (const step of context.source.contexts(ids, context.signal)) {
    if (step.kind === 'incomplete') return { read, changed, failure: step.failure };
    if (step.kind === 'complete') break;
    changed += await applyConfigContexts(context.db, step.rows, context.now());
    read += step.rows.length;
    for (const id of step.ids) wanted.delete(id);
  }
  // What the walk was complete without is gone or out of sight.
  for (const id of ids) wanted.delete(id);
  return { read, changed, failure: null };
}
