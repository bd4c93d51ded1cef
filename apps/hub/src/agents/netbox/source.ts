import type { ChangeLog } from '@fleet-manager/clients/netbox/change-log';
import type { Collected } from '@fleet-manager/clients/netbox/collect';
import type { NetBoxFailure } from '@fleet-manager/clients/netbox/failure';
import type { RenderedContext } from '@fleet-manager/clients/netbox/rendered-contexts';
import type { Reply } from '@fleet-manager/clients/netbox/session';
import type { WalkStep } from '@fleet-manager/clients/netbox/walk';
import type { MirroredType } from '../../inventory/object-types.ts';
import type { SourceRow } from '../../inventory/placement.ts';

/** Which rows of a type to ask for. A list of ids is never empty: NetBox would take that for "all". */
export type SourceFilter =
  | { readonly by: 'nothing' }
  | { readonly by: 'id' | 'cluster' | 'site' | 'device'; readonly ids: readonly number[] };

export interface SourceWalk {
  readonly filter: SourceFilter;
  /** Only rows that changed since then; the source looks a little further back by itself. */
  readonly since?: Date;
  readonly signal?: AbortSignal;
  /**
   * Where rows are put together from two lists: told whether the second was given (null) or refused. Not told when no row
   * needed it.
   */
  readonly onSecondList?: (refused: NetBoxFailure | null) => void;
}

/** What a direct look at one device found. */
export type SourceLook =
  | { readonly kind: 'found'; readonly row: SourceRow }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly problem: string }
  | { readonly kind: 'failed'; readonly failure: NetBoxFailure };

/** What the mirror asks of a NetBox, open for one poll. */
export interface MirrorSource {
  walk(objectType: MirroredType, options: SourceWalk): AsyncIterable<WalkStep<SourceRow>>;
  ids(
    objectType: MirroredType,
    options: Omit<SourceWalk, 'since' | 'onSecondList'>,
  ): Promise<Collected<{ readonly id: number }>>;
  device(id: number, signal?: AbortSignal): Promise<SourceLook>;
  contexts(deviceIds: readonly number[], signal?: AbortSignal): AsyncIterable<WalkStep<RenderedContext>>;
  /** Whether NetBox gives the ends of cables; null when it does. */
  cableEndsRefused(signal?: AbortSignal): Promise<NetBoxFailure | null>;
  /** What NetBox's change log holds since then. Left out where there is none: then each type is asked. */
  changeLog?(since: Date, options: { readonly atMost: number; readonly signal?: AbortSignal }): Promise<ChangeLog>;
  clustersNamed(names: readonly string[], signal?: AbortSignal): Promise<Reply<readonly { readonly id: number }[]>>;
}

export interface MirrorSources {
  /** Fails when NetBox cannot be used at all: unreachable, a refused token, an unsupported release. */
  open(signal?: AbortSignal): Promise<Reply<MirrorSource>>;
}
