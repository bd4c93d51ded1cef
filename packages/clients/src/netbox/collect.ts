import type { NetBoxFailure } from './failure.ts';
import type { RejectedRow } from './list-page.ts';
import type { WalkStep } from './walk.ts';

/** A whole walk at once. Only a complete one has `rows`, so that a partial answer cannot be taken for the whole. */
export type Collected<R> =
  | {
      readonly kind: 'complete';
      readonly rows: readonly R[];
      readonly rejected: readonly RejectedRow[];
      readonly ids: ReadonlySet<number>;
      readonly asOf: Date;
    }
  | { readonly kind: 'incomplete'; readonly failure: NetBoxFailure; readonly partial: readonly R[] };

export async function collect<R>(steps: AsyncIterable<WalkStep<R>>): Promise<Collected<R>> {
  const rows: R[] = [];
  const rejected: RejectedRow[] = [];
  const ids = new Set<number>();
  for await (const step of steps) {
    switch (step.kind) {
      case 'page':
        rows.push(...step.rows);
        rejected.push(...step.rejected);
        for (const id of step.ids) ids.add(id);
        break;
      case 'complete':
        return { kind: 'complete', rows, rejected, ids, asOf: step.asOf };
      case 'incomplete':
        return { kind: 'incomplete', failure: step.failure, partial: rows };
    }
  }
  throw new Error('a walk ended without saying how');
}
