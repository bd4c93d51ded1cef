import type { NetBoxFailure } from '@fleet-manager/clients/netbox/failure';
import type { MirroredType } from '../../inventory/object-types.ts';
import { MIRRORED_TYPES } from '../../inventory/object-types.ts';
import type { TypeDegradation } from '../../inventory/type-state.ts';
import type { SuddenDrop } from './absence.ts';
import type { UnreadableRow } from './mirror-type.ts';

/** After a sweep that failed, changes are polled for a while, so that a type which never sweeps whole is still kept up. */
const POLLS_BETWEEN_SWEEP_ATTEMPTS = 5;

/** How far this process has come with one type, and what is wrong with it. Lost with the process, which then sweeps anew. */
export class TypeProgress {
  #sweepDue = true;
  #sweepAgainAtPoll = 0;
  failure: NetBoxFailure | null = null;
  sudden: SuddenDrop | null = null;
  /** Objects that are absent and not yet proven to be deleted: the next poll looks again. */
  suspected = 0;
  /** Why the type's rows are in the mirror in part only. */
  inPart: NetBoxFailure | null = null;
  unreadable: readonly UnreadableRow[] = [];

  /** What to show of a type whose last pass did not fail. */
  get degradation(): TypeDegradation | null {
    if (this.sudden !== null) return this.sudden;
    return this.inPart === null ? null : { code: this.inPart.code, detail: partlyRead(this.inPart) };
  }

  requireSweep(): void {
    this.#sweepDue = true;
    this.#sweepAgainAtPoll = 0;
  }

  /** `everSwept`: whether changes could be polled instead. */
  shouldSweep(poll: number, everSwept: boolean): boolean {
    return !everSwept || (this.#sweepDue && poll >= this.#sweepAgainAtPoll);
  }

  /** Whether nothing of the type is due or in doubt, so that it could be left out where nothing changed. */
  isSettled(poll: number): boolean {
    const isWhole = this.failure === null && this.inPart === null && this.sudden === null;
    return isWhole && this.suspected === 0 && !this.shouldSweep(poll, true);
  }

  swept(poll: number, failure: NetBoxFailure | null): void {
    this.#settle(failure);
    this.#sweepDue = failure !== null;
    // A right that is granted should show at once.
    if (failure !== null && failure.kind !== 'forbidden') this.#sweepAgainAtPoll = poll + POLLS_BETWEEN_SWEEP_ATTEMPTS;
  }

  polled(failure: NetBoxFailure | null): void {
    this.#settle(failure);
    // What happened while NetBox refused the type is not all in its list of changes: deletions are not.
    if (failure?.kind === 'forbidden') this.requireSweep();
  }

  #settle(failure: NetBoxFailure | null): void {
    this.failure = failure;
  }
}

export function partlyRead(refused: NetBoxFailure): string {
  return `${refused.message}; cables are read from the ports instead, so that ends at other kinds of port are not seen, and a cable without a far end may have one`;
}

export function newProgress(): ReadonlyMap<MirroredType, TypeProgress> {
  return new Map(MIRRORED_TYPES.map((type) => [type, new TypeProgress()]));
}
