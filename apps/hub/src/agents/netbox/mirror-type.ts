import type { NetBoxFailure } from '@fleet-manager/clients/netbox/failure';
import type { Db } from '../../database/database.ts';
import { withTransaction } from '../../database/transaction.ts';
import type { MirroredType } from '../../inventory/object-types.ts';
import { applyObjects, type ChangedRow, tombstoneObjects } from '../../inventory/objects.ts';
import { type ClusterScope, placeRows } from '../../inventory/placement.ts';
import { ahead } from './ahead.ts';
import type { MirrorSource, SourceWalk } from './source.ts';

export interface MirrorContext {
  readonly db: Db;
  readonly source: MirrorSource;
  readonly scope: ClusterScope;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

export interface Counts {
  created: number;
  changed: number;
  restored: number;
  removed: number;
}

export interface UnreadableRow {
  readonly id: number;
  readonly problem: string;
}

/** How a walk into the mirror went. What it applied stays applied, complete or not. */
export interface MirroredWalk {
  readonly counts: Counts;
  /** NetBox ids of rows that are new in the mirror, or live again. */
  readonly arrived: readonly number[];
  readonly touched: readonly number[];
  readonly unreadable: readonly UnreadableRow[];
  /** Present when the walk was complete: then and only then may something be called absent. */
  readonly complete: { readonly seen: ReadonlySet<number>; readonly asOf: Date } | null;
  readonly failure: NetBoxFailure | null;
  /** Why rows are here in part only; null when they are whole, undefined when that was not put to the test. */
  readonly inPart: NetBoxFailure | null | undefined;
}

const LEFT: Partial<Record<MirroredType, string>> = { 'dcim.device': 'left the mirrored clusters' };

/** Walks rows of a type into the mirror, a page a transaction. A row that now belongs elsewhere leaves the mirror: it says so itself. */
export async function mirrorWalk(
  context: MirrorContext,
  objectType: MirroredType,
  generation: number,
  walk: Pick<SourceWalk, 'filter' | 'since'>,
): Promise<MirroredWalk> {
  const { db, source, scope, now, signal } = context;
  const counts: Counts = { created: 0, changed: 0, restored: 0, removed: 0 };
  const arrived: number[] = [];
  const touched: number[] = [];
  const unreadable: UnreadableRow[] = [];
  const seen = new Set<number>();
  let inPart: NetBoxFailure | null | undefined;
  const onSecondList = (refused: NetBoxFailure | null): void => {
    inPart = refused;
  };
  for await (const step of ahead(source.walk(objectType, { ...walk, signal, onSecondList }))) {
    if (step.kind === 'incomplete') {
      return { counts, arrived, touched, unreadable, complete: null, failure: step.failure, inPart };
    }
    if (step.kind === 'complete') {
      return { counts, arrived, touched, unreadable, complete: { seen, asOf: step.asOf }, failure: null, inPart };
    }
    for (const id of step.ids) seen.add(id);
    unreadable.push(...step.rejected);
    const changes = await withTransaction(db, async (trx) => {
      const placed = await placeRows(trx, objectType, step.rows, scope);
      const at = now();
      const reason = LEFT[objectType] ?? 'now belongs to something that is not mirrored';
      return [
        ...(await applyObjects(trx, objectType, placed.inside, { generation, at })),
        ...(await tombstoneObjects(trx, objectType, placed.outside, { generation, at, reason })),
      ];
    });
    tally(counts, changes);
    for (const change of changes) {
      touched.push(change.netboxId);
      if (change.kind === 'created' || change.kind === 'restored') arrived.push(change.netboxId);
    }
  }
  throw new Error('a walk ended without saying how');
}

export function tally(counts: Counts, changes: readonly ChangedRow[]): void {
  for (const { kind } of changes) counts[kind === 'tombstoned' ? 'removed' : kind] += 1;
}
