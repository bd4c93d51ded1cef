import type { NetBoxFailure } from '@fleet-manager/clients/netbox/failure';
import { withTransaction } from '../../database/transaction.ts';
import { type Absence, absentFrom, forgetPresent, isSuddenDrop, noteNothingFound } from '../../inventory/missing.ts';
import { type MirroredType, TYPE_TITLES } from '../../inventory/object-types.ts';
import { applyObjects, tombstoneObjects } from '../../inventory/objects.ts';
import { placeRows } from '../../inventory/placement.ts';
import type { TypeDegradation } from '../../inventory/type-state.ts';
import type { MirrorContext } from './mirror-type.ts';

/** Not more direct looks in one poll than this; the rest waits for the next. */
const LOOKS_PER_POLL = 100;

export interface AbsenceOutcome {
  readonly removed: number;
  /** Objects that are absent and not yet proven to be deleted. */
  readonly suspected: number;
  readonly sudden: SuddenDrop | null;
  readonly failure: NetBoxFailure | null;
}

export type SuddenDrop = TypeDegradation & { readonly next: string };

const NOTHING: AbsenceOutcome = { removed: 0, suspected: 0, sudden: null, failure: null };

/**
 * Settles what a **complete** walk of a component type did not meet, by asking for those rows by id: what NetBox has still is
 * left alone, what it has not, twice, some polls apart, is deleted. Suspiciously many at once are not touched at all.
 */
export async function settleAbsentComponents(
  context: MirrorContext,
  objectType: MirroredType,
  generation: number,
  seen: ReadonlySet<number>,
  allowMassDeletion: boolean,
): Promise<AbsenceOutcome> {
  const absence = await absentFrom(context.db, objectType, seen);
  await withTransaction(context.db, (trx) => forgetPresent(trx, objectType, absence.ids));
  if (absence.ids.length === 0) return NOTHING;
  if (!allowMassDeletion && isSuddenDrop(absence)) return { ...NOTHING, sudden: suddenDrop(objectType, absence) };
  const look = await context.source.ids(objectType, { filter: { by: 'id', ids: absence.ids }, signal: context.signal });
  if (look.kind === 'incomplete') return { ...NOTHING, suspected: absence.ids.length, failure: look.failure };
  const notFound = absence.ids.filter((id) => !look.ids.has(id));
  if (notFound.length === 0) return NOTHING;
  const removed = await withTransaction(context.db, async (trx) => {
    const at = context.now();
    const proven = await noteNothingFound(trx, objectType, notFound, generation, at);
    if (proven.length === 0) return [];
    return tombstoneObjects(trx, objectType, proven, { generation, at, reason: 'deleted in NetBox' });
  });
  return { ...NOTHING, removed: removed.length, suspected: notFound.length - removed.length };
}

/**
 * Settles which devices a **complete** walk did not meet, by looking at each directly: NetBox has it still (nothing to do),
 * has it outside the mirrored clusters (it left), or has it not, twice, some polls apart (it is deleted). Suspiciously many
 * at once are not touched at all.
 */
export async function settleAbsentDevices(
  context: MirrorContext,
  generation: number,
  seen: ReadonlySet<number>,
  allowMassDeletion: boolean,
): Promise<AbsenceOutcome> {
  const objectType = 'dcim.device';
  const absence = await absentFrom(context.db, objectType, seen);
  await withTransaction(context.db, (trx) => forgetPresent(trx, objectType, absence.ids));
  if (absence.ids.length === 0) return NOTHING;
  if (!allowMassDeletion && isSuddenDrop(absence)) return { ...NOTHING, sudden: suddenDrop(objectType, absence) };
  let removed = 0;
  let suspected = absence.ids.length;
  for (const id of absence.ids.slice(0, LOOKS_PER_POLL)) {
    const look = await context.source.device(id, context.signal);
    if (look.kind === 'failed') return { removed, suspected, sudden: null, failure: look.failure };
    // It exists, and that is all that is known: it stays as it is.
    if (look.kind === 'unreadable') continue;
    const gone = await withTransaction(context.db, async (trx) => {
      const at = context.now();
      if (look.kind === 'absent') {
        if ((await noteNothingFound(trx, objectType, [id], generation, at)).length === 0) return false;
        await tombstoneObjects(trx, objectType, [id], { generation, at, reason: 'deleted in NetBox' });
        return true;
      }
      const placed = await placeRows(trx, objectType, [look.row], context.scope);
      await applyObjects(trx, objectType, placed.inside, { generation, at });
      const left = await tombstoneObjects(trx, objectType, placed.outside, {
        generation,
        at,
        reason: 'left the mirrored clusters',
      });
      return left.length > 0;
    });
    if (gone) removed += 1;
    if (gone || look.kind === 'found') suspected -= 1;
  }
  return { removed, suspected, sudden: null, failure: null };
}

function suddenDrop(objectType: MirroredType, absence: Absence): SuddenDrop {
  const title = TYPE_TITLES[objectType].toLowerCase();
  return {
    code: 'FM_NETBOX_SUDDEN_DROP',
    detail: `${absence.ids.length} of ${absence.live} ${title} vanished from NetBox's answers at once: nothing is deleted here`,
    next: `Look in NetBox whether its ${title} are there and whether the token may see them all. If they were really removed, start the hub once with \`allowMassDeletion: true\`.`,
  };
}
