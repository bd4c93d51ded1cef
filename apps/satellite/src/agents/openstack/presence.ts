/** A node that was paired with a device, and since when it has been as it is. Times are milliseconds since the epoch. */
export interface KnownNode {
  readonly nodeUuid: string;
  readonly state: string | null;
  /** Our own clock of the state, because Ironic's moves with every heartbeat of an agent. */
  readonly since: number;
  /** The conductor that has held the node's lock in each walk since then. */
  readonly lock?: { readonly host: string; readonly since: number } | undefined;
  /** The latest `last_error` in this state: Ironic gives it late, and some releases take it back within a minute. */
  readonly error?: string | undefined;
}

/** What one walk saw of a node; a lock or an error that is hidden is left out. */
export interface SeenNode {
  readonly uuid: string;
  readonly state: string | null;
  readonly lock?: string | null | undefined;
  readonly error?: string | null | undefined;
  /** The latest moment at which the state can have begun. */
  readonly atLatest: Date | null;
}

/** The part of the site's nodes that may be missing from one walk before the walk itself is doubted. */
const SUSPICIOUS_PART = 0.2;
/** Two direct 404s must lie this many walks apart. */
const WALKS_APART = 2;

/**
 * Decides when a node that a walk did not show may be called gone (I1): only after complete walks, two direct 404s two walks
 * apart, while most of the known nodes are still there. Until then nothing is said of it.
 */
export class Presence {
  /** By device. */
  readonly known: Map<string, KnownNode>;
  #walk = 0;
  /** By device: the walk of the first direct 404 of the present run of them. */
  #firstAbsence = new Map<string, number>();
  #gone = new Set<string>();

  constructor(saved: Iterable<readonly [string, KnownNode]> = []) {
    this.known = new Map(saved);
  }

  /** Begins a complete walk: says whether so many known nodes are missing that the walk itself is not to be trusted. */
  beginWalk(
    nodeUuids: ReadonlySet<string>,
    devices: ReadonlySet<string>,
  ): { readonly suspicious: boolean; missing: number } {
    this.#walk += 1;
    // A device that NetBox no longer has is nobody's loss: this is how a whole rack is taken away.
    for (const id of this.known.keys()) if (!devices.has(id)) this.known.delete(id);
    for (const id of this.#gone) if (!devices.has(id)) this.#gone.delete(id);
    const missing = [...this.known.values()].filter((node) => !nodeUuids.has(node.nodeUuid)).length;
    const allowed = Math.max(1, Math.floor(this.known.size * SUSPICIOUS_PART));
    // One node of the site's own must still be seen: when all are gone it is the credential that has lost its sight.
    const blind = nodeUuids.size === 0 || (this.known.size > 1 && missing === this.known.size);
    return { suspicious: blind || missing > allowed, missing };
  }

  /** The node of a device was seen. Gives what is now known of it. */
  seen(deviceId: string, node: SeenNode, now: number): KnownNode {
    const before = this.known.get(deviceId);
    const sameNode = before?.nodeUuid === node.uuid;
    const sameState = sameNode && before.state === node.state;
    const began = before === undefined ? (node.atLatest?.getTime() ?? now) : now;
    const held = sameNode && before.lock?.host === node.lock ? before.lock : undefined;
    const error = node.error ?? (sameState ? before.error : undefined);
    const known: KnownNode = {
      nodeUuid: node.uuid,
      state: node.state,
      since: sameState ? before.since : Math.min(now, began),
      ...(typeof node.lock === 'string' ? { lock: held ?? { host: node.lock, since: now } } : {}),
      ...(error === undefined ? {} : { error }),
    };
    this.known.set(deviceId, known);
    this.#firstAbsence.delete(deviceId);
    this.#gone.delete(deviceId);
    return known;
  }

  /** Whether absence is settled, so that nobody need ask again until a walk shows the node. */
  isGone(deviceId: string): boolean {
    return this.#gone.has(deviceId);
  }

  /** A direct look-up answered 404. Gives true once the node counts as gone. */
  absent(deviceId: string): boolean {
    const first = this.#firstAbsence.get(deviceId) ?? this.#walk;
    this.#firstAbsence.set(deviceId, first);
    if (this.#walk - first < WALKS_APART) return false;
    this.#gone.add(deviceId);
    this.known.delete(deviceId);
    return true;
  }

  /** The walk could not settle it: the run of 404s is broken. */
  doubtful(deviceId: string): void {
    this.#firstAbsence.delete(deviceId);
  }
}
