import type { MirroredType } from '../../inventory/object-types.ts';
import { MIRRORED_TYPES } from '../../inventory/object-types.ts';
import type { MirrorSource } from './source.ts';

/** Which objects of a type the change log named since they were last asked for. */
export type Named = ReadonlySet<number>;

/** An entry of the change log is dated inside its transaction, and shows when that ends. */
const OVERLAP_MS = 5 * 60_000;
/** More entries than these in the overlap, and each type is asked by itself. */
const ENTRIES_AT_MOST = 4000;
/** Entries about one type that tell of another: the ends of a cable are objects of their own. */
const TELLS_OF: Readonly<Record<string, MirroredType>> = { 'dcim.cabletermination': 'dcim.cable' };

/**
 * Tells which types need no asking, by NetBox's change log. It can only save questions: a type is left out when the log was
 * read whole, before it was asked, and names nothing of it that was not asked for since. Everything else is asked.
 */
export class ChangeHint {
  /** When each entry within the overlap was written, by its id, so that an entry is news once however late it shows. */
  readonly #seen = new Map<number, number>();
  readonly #named = new Map<MirroredType, Set<number>>();
  /** Types that had changed although the log named nothing: it may have been written between the two questions. */
  readonly #unannounced = new Set<MirroredType>();
  /** Types of which objects may have been deleted since their ids were last compared. */
  readonly #mayLack = new Set<MirroredType>(MIRRORED_TYPES);
  readonly #askAnywayEveryPolls: number;
  #since: Date | null = null;
  #trusted = true;
  #usable = false;

  /** The log may be silent about a change: each type is asked by itself every so many polls, whatever the log says. */
  constructor(askAnywayEveryPolls: number) {
    this.#askAnywayEveryPolls = askAnywayEveryPolls;
  }

  /** Reads what is new. To be called before any type is asked, so that what it tells of is there to be found. */
  async read(source: MirrorSource, poll: number, now: Date, signal: AbortSignal): Promise<void> {
    this.#usable = false;
    if (!this.#trusted || source.changeLog === undefined) return;
    const from = new Date((this.#since ?? now).getTime() - OVERLAP_MS);
    const log = await source.changeLog(from, { atMost: ENTRIES_AT_MOST, signal });
    if (log.kind !== 'complete') {
      // Where it is refused, or too long, the next one that can be read starts afresh.
      this.#since = null;
      this.#seen.clear();
      this.#unannounced.clear();
      for (const type of MIRRORED_TYPES) this.#mayLack.add(type);
      return;
    }
    const isFirst = this.#since === null;
    for (const { id, lastUpdated, action, objectType, objectId } of log.entries) {
      if (this.#seen.has(id)) continue;
      this.#seen.set(id, Date.parse(lastUpdated));
      const type = TELLS_OF[objectType] ?? MIRRORED_TYPES.find((one) => one === objectType);
      if (type === undefined) continue;
      const named = this.#named.get(type) ?? new Set();
      this.#named.set(type, named.add(objectId));
      this.#unannounced.delete(type);
      if (action === 'delete') this.#mayLack.add(type);
    }
    // Whoever sees the log in part only, by a permission with constraints, is better off without it.
    if (this.#unannounced.size > 0) this.#trusted = false;
    for (const [id, at] of this.#seen) if (at < log.asOf.getTime() - 2 * OVERLAP_MS) this.#seen.delete(id);
    this.#since = log.asOf;
    // The first reading shows what was before, so that the next can tell what is new.
    this.#usable = this.#trusted && !isFirst && poll % this.#askAnywayEveryPolls !== 0;
  }

  /** Whether the type can be left out of this pass. */
  isQuiet(objectType: MirroredType): boolean {
    return this.#usable && (this.#named.get(objectType)?.size ?? 0) === 0;
  }

  /** What the log named of a type; null when it cannot be relied on. */
  namedOf(objectType: MirroredType): Named | null {
    return this.#usable ? new Set(this.#named.get(objectType)) : null;
  }

  /** Whether objects of the type may have been deleted since its ids were last compared: the log says so, or cannot be relied on. */
  mayLack(objectType: MirroredType): boolean {
    return !this.#trusted || this.#since === null || this.#mayLack.has(objectType);
  }

  /** All ids of the type were compared, and nothing of it is in doubt. */
  compared(objectType: MirroredType): void {
    this.#mayLack.delete(objectType);
  }

  /**
   * The type was asked for its changes, with success. Had it changed, and the log names nothing of it by the next reading
   * either, the log is not relied on again in this process.
   */
  settled(objectType: MirroredType, changed: boolean): void {
    if (changed && this.#since !== null && !this.#named.has(objectType)) this.#unannounced.add(objectType);
    this.#named.delete(objectType);
  }
}
