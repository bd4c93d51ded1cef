import { FleetError } from '@fleet-manager/contract/errors';
import { type LoopClock, systemLoopClock } from './clock.ts';

/** What a pass may say about itself. */
export interface PassReport {
  /** How many objects it looked at. */
  readonly objects?: number;
  /** Come again after this many milliseconds, when that is sooner than the interval. */
  readonly requeueAfterMs?: number;
}

export interface ReconcilerOptions {
  readonly name: string;
  /** From the start of one pass to the start of the next, in milliseconds. */
  readonly intervalMs: number;
  /**
   * Brings the world nearer to what it should be, from state alone: it takes no input, and running it twice does no harm. It ends
   * soon after the signal is aborted.
   */
  readonly pass: (signal: AbortSignal) => Promise<PassReport | undefined>;
  readonly clock?: LoopClock;
  /** A number in [0, 1). */
  readonly random?: () => number;
  /** First wait after a failure, doubled with each further one up to the interval. Default 2 s. */
  readonly backoffBaseMs?: number;
  readonly onFailure?: (error: unknown) => void;
}

/** How a loop does, for heartbeats and metrics. Times in milliseconds since the epoch. */
export interface LoopState {
  readonly name: string;
  readonly intervalMs: number;
  readonly lastStartedAt: number | null;
  readonly lastSuccessAt: number | null;
  readonly lastDurationMs: number | null;
  readonly objects: number | null;
  readonly passes: number;
  /** Failed passes since the start, by error code. */
  readonly failures: Readonly<Record<string, number>>;
  /** Of the latest pass; null when it succeeded. */
  readonly failure: { readonly error: unknown; readonly since: number; readonly count: number } | null;
}

/** Runs one pass after another: at a steady interval, at once when nudged, with growing and scattered waits after failures. */
export class Reconciler {
  readonly #options: ReconcilerOptions;
  readonly #clock: LoopClock;
  readonly #random: () => number;
  readonly #stop = new AbortController();
  #wake = new AbortController();
  #nudged = false;
  #loop: Promise<void> | undefined;
  #state: LoopState;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemLoopClock;
    this.#random = options.random ?? Math.random;
    this.#state = {
      name: options.name,
      intervalMs: options.intervalMs,
      lastStartedAt: null,
      lastSuccessAt: null,
      lastDurationMs: null,
      objects: null,
      passes: 0,
      failures: {},
      failure: null,
    };
  }

  get state(): LoopState {
    return this.#state;
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** Asks for a pass now. During a pass it asks for one more after it, because that pass may have read too early. */
  nudge(): void {
    this.#nudged = true;
    this.#wake.abort();
  }

  /** Aborts the running pass and waits for its end. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wake.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#nudged = false;
      this.#wake = new AbortController();
      const waitMs = await this.#once();
      if (this.#stop.signal.aborted || this.#nudged) continue;
      await this.#clock.sleep(waitMs, AbortSignal.any([this.#wake.signal, this.#stop.signal]));
    }
  }

  /** One pass; gives the time to wait until the next. */
  async #once(): Promise<number> {
    const { intervalMs, backoffBaseMs = 2_000 } = this.#options;
    const startedAt = this.#clock.now();
    this.#state = { ...this.#state, lastStartedAt: startedAt };
    try {
      const report = await this.#options.pass(this.#stop.signal);
      const endedAt = this.#clock.now();
      this.#state = {
        ...this.#state,
        lastSuccessAt: endedAt,
        lastDurationMs: endedAt - startedAt,
        objects: report?.objects ?? this.#state.objects,
        passes: this.#state.passes + 1,
        failure: null,
      };
      return Math.max(0, Math.min(report?.requeueAfterMs ?? intervalMs, intervalMs) - (endedAt - startedAt));
    } catch (error) {
      if (this.#stop.signal.aborted) return 0;
      const endedAt = this.#clock.now();
      const { failure } = this.#state;
      const count = (failure?.count ?? 0) + 1;
      const code = error instanceof FleetError ? error.code : 'FM_INTERNAL';
      const { failures } = this.#state;
      this.#state = {
        ...this.#state,
        lastDurationMs: endedAt - startedAt,
        passes: this.#state.passes + 1,
        failures: { ...failures, [code]: (failures[code] ?? 0) + 1 },
        failure: { error, since: failure?.since ?? endedAt, count },
      };
      this.#options.onFailure?.(error);
      const ceiling = Math.min(intervalMs, backoffBaseMs * 2 ** Math.min(count - 1, 20));
      // At least half of it: a service in trouble gets a rest, and satellites that failed together do not return together.
      return ceiling * (0.5 + this.#random() / 2);
    }
  }
}
