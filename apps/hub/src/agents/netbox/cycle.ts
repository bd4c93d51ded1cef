import type { NetBoxFailure } from '@fleet-manager/clients/netbox/failure';
import type { Db } from '../../database/database.ts';
import { mirroredDeviceIds } from '../../inventory/config-contexts.ts';
import { MIRRORED_TYPES, type MirroredType, PLACEMENT } from '../../inventory/object-types.ts';
import type { ClusterScope } from '../../inventory/placement.ts';
import { projectRequeued } from '../../inventory/projection.ts';
import { requeueAllDevices } from '../../inventory/requeue.ts';
import {
  beginGeneration,
  notePolled,
  noteSwept,
  noteUnchanged,
  setDegraded,
  sitesInScope,
  type TypeState,
} from '../../inventory/type-state.ts';
import { settleAbsentComponents, settleAbsentDevices } from './absence.ts';
import { ChangeHint } from './change-hint.ts';
import { mirrorContexts } from './contexts.ts';
import { type Counts, type MirrorContext, type MirroredWalk, mirrorWalk } from './mirror-type.ts';
import type { NetboxAgentSettings } from './settings.ts';
import type { MirrorSource, MirrorSources, SourceFilter } from './source.ts';
import { newProgress, type TypeProgress } from './type-progress.ts';

/** How one pass over NetBox went. */
export interface CycleReport {
  readonly poll: number;
  /** Types of which every row was read. */
  readonly swept: readonly MirroredType[];
  /** Types that were not asked for, because NetBox's change log says nothing of them. */
  readonly quiet: readonly MirroredType[];
  readonly counts: Readonly<Record<string, Counts>>;
  readonly devicesProjected: number;
  readonly devicesSuspected: number;
  readonly contextsRead: number;
  /** What kept the whole pass from running; null when each type had its turn. */
  readonly failure: NetBoxFailure | null;
}

export interface CycleDeps {
  readonly db: Db;
  readonly sources: MirrorSources;
  readonly settings: NetboxAgentSettings;
  readonly now: () => Date;
}

/** A NetBox that does not answer is not asked for every type in turn. */
const UNANSWERED_IN_A_ROW = 2;

/**
 * The mirror's passes over NetBox. Every pass is idempotent: what it has written stays true when it is cut off anywhere, and
 * the next one carries on.
 */
export class MirrorCycles {
  readonly #deps: CycleDeps;
  readonly #contextsWanted = new Set<number>();
  #poll = 0;
  #settingsApplied = false;
  readonly #hint: ChangeHint;
  /** The mirrored clusters as last found out; null when they are to be asked for. */
  #scopeKnown: ClusterScope | null = null;
  readonly progress = newProgress();

  constructor(deps: CycleDeps) {
    this.#deps = deps;
    this.#hint = new ChangeHint(deps.settings.componentIdsEveryPolls);
  }

  /** Makes the next pass read every row of every type. */
  requireSweep(): void {
    for (const progress of this.progress.values()) progress.requireSweep();
  }

  async run(signal: AbortSignal): Promise<CycleReport> {
    const { db, sources, settings, now } = this.#deps;
    this.#poll += 1;
    const pass = new Pass(this.#poll);
    if (!this.#settingsApplied) {
      await requeueAllDevices(db);
      this.#settingsApplied = true;
    }
    const opened = await sources.open(signal);
    if (!opened.ok) {
      pass.failure = opened.failure;
      // What was queued before is still worth showing.
      pass.devicesProjected += await projectRequeued(db, settings, now, signal);
      return pass;
    }
    await this.#hint.read(opened.value, this.#poll, now(), signal);
    const scope = await this.#scope(opened.value, signal);
    let unanswered = 0;
    for (const objectType of MIRRORED_TYPES) {
      signal.throwIfAborted();
      if (this.#isQuiet(objectType, pass)) {
        pass.quiet.push(objectType);
        continue;
      }
      const failure = await this.#mirrorOne(objectType, { source: opened.value, scope, pass, signal });
      unanswered = failure?.kind === 'unavailable' ? unanswered + 1 : 0;
      if (failure?.kind === 'credentials' || unanswered >= UNANSWERED_IN_A_ROW) {
        pass.failure = failure;
        // The types that had no turn would not see the components of devices that have just arrived.
        if (pass.arrivedDevices.size > 0) this.requireSweep();
        break;
      }
      // Devices show as soon as their own neighbours are known; their components follow at the end.
      if (objectType === 'dcim.rack') pass.devicesProjected += await projectRequeued(db, settings, now, signal);
    }
    await noteUnchanged(db, pass.quiet, now());
    pass.devicesProjected += await projectRequeued(db, settings, now, signal);
    if (pass.failure === null && !('failure' in scope)) {
      if (pass.swept.includes('dcim.device'))
        for (const id of await mirroredDeviceIds(db)) this.#contextsWanted.add(id);
      const context = { db, source: opened.value, scope, now, signal };
      pass.contextsRead = (await mirrorContexts(context, this.#contextsWanted)).read;
    }
    return pass;
  }

  async #scope(source: MirrorSource, signal: AbortSignal): Promise<ClusterScope | { readonly failure: NetBoxFailure }> {
    const { clusters, allClusters } = this.#deps.settings.deviceFilters;
    if (allClusters) return { kind: 'all' };
    if (this.#scopeKnown !== null && this.#hint.isQuiet('virtualization.cluster')) return this.#scopeKnown;
    this.#scopeKnown = null;
    const found = await source.clustersNamed(clusters, signal);
    if (!found.ok) return { failure: found.failure };
    this.#scopeKnown = { kind: 'clusters', ids: found.value.map((cluster) => cluster.id) };
    return this.#scopeKnown;
  }

  /**
   * Whether a type can be left out: nothing of it is due or in doubt here, no device arrived whose components are to be read,
   * and NetBox's change log names nothing of it.
   */
  #isQuiet(objectType: MirroredType, pass: Pass): boolean {
    const progress = this.progress.get(objectType);
    return progress?.isSettled(pass.poll) === true && pass.arrivedDevices.size === 0 && this.#hint.isQuiet(objectType);
  }

  async #mirrorOne(objectType: MirroredType, turn: Turn): Promise<NetBoxFailure | null> {
    const { db, now } = this.#deps;
    const progress = this.progress.get(objectType);
    if (progress === undefined) return null;
    // A right that is granted should show at once, and what was read without it is to be read anew.
    if (progress.inPart !== null && (await turn.source.cableEndsRefused(turn.signal)) === null) progress.requireSweep();
    const state = await beginGeneration(db, objectType);
    const filter = await this.#filterOf(objectType, turn.scope);
    if (filter === null) return null;
    if ('failure' in filter) progress.polled(filter.failure);
    else {
      // Only devices are placed by the scope, and those have one here.
      const scope: ClusterScope = 'failure' in turn.scope ? { kind: 'clusters', ids: [] } : turn.scope;
      const context = { db, source: turn.source, scope, now, signal: turn.signal };
      if (progress.shouldSweep(turn.pass.poll, state.polledUntil !== null)) {
        await this.#sweep(context, objectType, { filter, state, progress, pass: turn.pass });
      } else {
        await this.#pollChanges(context, objectType, { filter, state, progress, pass: turn.pass });
      }
    }
    // A passing fault proves nothing about a right that was missing, so it leaves the last word as it was.
    if (progress.failure === null) await setDegraded(db, objectType, progress.degradation, now());
    else if (progress.failure.kind === 'forbidden') {
      await setDegraded(db, objectType, { code: progress.failure.code, detail: progress.failure.message }, now());
    }
    return progress.failure;
  }

  async #sweep(context: MirrorContext, objectType: MirroredType, turn: TypeTurn): Promise<void> {
    const { filter, state, progress, pass } = turn;
    const walked = await mirrorWalk(context, objectType, state.generation, { filter });
    this.#noteWalk(objectType, walked, pass);
    progress.swept(pass.poll, walked.failure);
    if (walked.complete === null) return;
    progress.unreadable = walked.unreadable;
    await this.#settleAbsent(context, objectType, walked.complete.seen, turn);
    if (progress.failure !== null) return;
    this.#hint.settled(objectType, false);
    await noteSwept(context.db, objectType, walked.complete.asOf, context.now());
    pass.swept.push(objectType);
  }

  async #pollChanges(context: MirrorContext, objectType: MirroredType, turn: TypeTurn): Promise<void> {
    const { filter, state, progress, pass } = turn;
    if (state.polledUntil === null) return;
    const walked = await mirrorWalk(context, objectType, state.generation, { filter, since: state.polledUntil });
    this.#noteWalk(objectType, walked, pass);
    progress.polled(walked.failure);
    if (walked.complete === null) return;
    const { created, changed, restored } = walked.counts;
    const unexplained = this.#unexplained(objectType, walked.complete.seen);
    await this.#readOfArrivedDevices(context, objectType, turn);
    await this.#compareIds(context, objectType, turn, unexplained);
    if (progress.failure !== null) return;
    this.#hint.settled(objectType, created + changed + restored > 0);
    await notePolled(context.db, objectType, walked.complete.asOf, context.now());
  }

  /** A device that came into the mirror brings components that have not changed for long: no poll of changes shows them. */
  async #readOfArrivedDevices(context: MirrorContext, objectType: MirroredType, turn: TypeTurn): Promise<void> {
    const { pass, progress, state } = turn;
    const placement = PLACEMENT[objectType];
    if (pass.arrivedDevices.size === 0 || placement === 'everywhere' || placement === 'cluster') return;
    const ofDevices = placement === 'device' || placement === 'assigned';
    const filter: SourceFilter = ofDevices ? { by: 'device', ids: [...pass.arrivedDevices] } : turn.filter;
    const walked = await mirrorWalk(context, objectType, state.generation, { filter });
    this.#noteWalk(objectType, walked, pass);
    if (walked.failure === null) return;
    progress.polled(walked.failure);
    progress.requireSweep();
  }

  /**
   * Whether the change log named objects of the type that the walk of changes did not bring: they were deleted, or left what is
   * mirrored. Null when the log cannot be relied on.
   */
  #unexplained(objectType: MirroredType, seen: ReadonlySet<number>): boolean | null {
    const named = this.#hint.namedOf(objectType);
    return named === null ? null : [...named].some((id) => !seen.has(id));
  }

  async #compareIds(
    context: MirrorContext,
    objectType: MirroredType,
    turn: TypeTurn,
    unexplained: boolean | null,
  ): Promise<void> {
    const { componentIdsEveryPolls } = this.#deps.settings;
    const due =
      turn.progress.suspected > 0 ||
      turn.progress.sudden !== null ||
      (turn.pass.poll % componentIdsEveryPolls === 0 && this.#hint.mayLack(objectType)) ||
      (objectType === 'dcim.device' && unexplained !== false);
    if (turn.progress.failure !== null || !due) return;
    const found = await context.source.ids(objectType, { filter: turn.filter, signal: context.signal });
    if (found.kind === 'incomplete') turn.progress.polled(found.failure);
    else await this.#settleAbsent(context, objectType, found.ids, turn);
  }

  async #settleAbsent(
    context: MirrorContext,
    objectType: MirroredType,
    seen: ReadonlySet<number>,
    { state, progress, pass }: TypeTurn,
  ): Promise<void> {
    const settle = objectType === 'dcim.device' ? settleAbsentDevices : settleAbsentComponentsOf(objectType);
    const settled = await settle(context, state.generation, seen, this.#deps.settings.allowMassDeletion);
    progress.sudden = settled.sudden;
    if (settled.failure !== null) progress.failure = settled.failure;
    countsOf(pass, objectType).removed += settled.removed;
    progress.suspected = settled.suspected;
    if (settled.failure === null && settled.sudden === null && settled.suspected === 0) this.#hint.compared(objectType);
    if (objectType === 'dcim.device') pass.devicesSuspected += settled.suspected;
  }

  #noteWalk(objectType: MirroredType, walked: MirroredWalk, pass: Pass): void {
    const counts = countsOf(pass, objectType);
    for (const key of ['created', 'changed', 'restored', 'removed'] as const) counts[key] += walked.counts[key];
    const progress = this.progress.get(objectType);
    if (progress !== undefined && walked.inPart !== undefined) progress.inPart = walked.inPart;
    if (objectType !== 'dcim.device') return;
    for (const id of walked.arrived) pass.arrivedDevices.add(id);
    for (const id of walked.touched) this.#contextsWanted.add(id);
  }

  /** Null when there is nothing to ask for yet, which is no answer about anything. */
  async #filterOf(
    objectType: MirroredType,
    scope: Turn['scope'],
  ): Promise<SourceFilter | { readonly failure: NetBoxFailure } | null> {
    switch (PLACEMENT[objectType]) {
      case 'everywhere':
      case 'assigned':
        return { by: 'nothing' };
      case 'cluster':
        if ('failure' in scope) return scope;
        return scope.kind === 'all' ? { by: 'nothing' } : { by: 'cluster', ids: scope.ids };
      default: {
        const ids = await sitesInScope(this.#deps.db);
        return ids.length === 0 ? null : { by: 'site', ids };
      }
    }
  }
}

interface Turn {
  readonly source: MirrorSource;
  readonly scope: ClusterScope | { readonly failure: NetBoxFailure };
  readonly pass: Pass;
  readonly signal: AbortSignal;
}

interface TypeTurn {
  readonly filter: SourceFilter;
  readonly state: TypeState;
  readonly progress: TypeProgress;
  readonly pass: Pass;
}

class Pass implements CycleReport {
  readonly poll: number;
  readonly swept: MirroredType[] = [];
  readonly quiet: MirroredType[] = [];
  readonly counts: Record<string, Counts> = {};
  readonly arrivedDevices = new Set<number>();
  devicesProjected = 0;
  devicesSuspected = 0;
  contextsRead = 0;
  failure: NetBoxFailure | null = null;

  constructor(poll: number) {
    this.poll = poll;
  }
}

function countsOf(pass: Pass, objectType: MirroredType): Counts {
  const counts = pass.counts[objectType] ?? { created: 0, changed: 0, restored: 0, removed: 0 };
  pass.counts[objectType] = counts;
  return counts;
}

const settleAbsentComponentsOf =
  (objectType: MirroredType) => (context: MirrorContext, generation: number, seen: ReadonlySet<number>, all: boolean) =>
    settleAbsentComponents(context, objectType, generation, seen, all);
