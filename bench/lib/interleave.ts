import { type Spread, spreadOf } from './stats.ts';

/** What one repeat measured: milliseconds, or any other amount of which less is better. */
export type Sample<K extends string> = Readonly<Record<K, number>>;

export interface Interleaved<S extends string, F extends string> {
  readonly subject: Readonly<Record<S, Spread>>;
  readonly floor: Readonly<Record<F, Spread>>;
  readonly repeats: number;
  /** Spread of `of(subject, floor)` over the pairs, each pair measured one right after the other. */
  ratio(of: (subject: Sample<S>, floor: Sample<F>) => number): Spread;
}

export interface InterleaveOptions<S extends string, F extends string> {
  /** One measured repeat. Preparing belongs into it, before its own clock starts. */
  readonly subject: () => Promise<Sample<S>>;
  readonly floor: () => Promise<Sample<F>>;
  /** Default 3. */
  readonly repeats?: number;
  /** Unmeasured pairs before. Default 1. */
  readonly warmUps?: number;
  readonly progress: (text: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Measures subject and floor in turn, the order changing from pair to pair, so that a machine that grows slower or a cache
 * that grows warmer favours neither.
 */
export async function interleave<S extends string, F extends string>(
  options: InterleaveOptions<S, F>,
): Promise<Interleaved<S, F>> {
  const { subject, floor, repeats = 3, warmUps = 1, progress, signal } = options;
  const pairs: { readonly subject: Sample<S>; readonly floor: Sample<F> }[] = [];
  for (let turn = -warmUps; turn < repeats; turn += 1) {
    signal.throwIfAborted();
    progress(turn < 0 ? 'warming up' : `repeat ${turn + 1} of ${repeats}`);
    const floorFirst = turn % 2 !== 0;
    const before = floorFirst ? await floor() : undefined;
    const ours = await subject();
    const theirs = before ?? (await floor());
    if (turn >= 0) pairs.push({ subject: ours, floor: theirs });
  }
  return {
    subject: spreads(pairs.map((pair) => pair.subject)),
    floor: spreads(pairs.map((pair) => pair.floor)),
    repeats,
    ratio: (of) => spreadOf(pairs.map((pair) => of(pair.subject, pair.floor))),
  };
}

function spreads<K extends string>(samples: readonly Sample<K>[]): Record<K, Spread> {
  const [first] = samples;
  if (first === undefined) throw new RangeError('no repeats');
  const keys = Object.keys(first).filter((key): key is K => key in first);
  const out: Partial<Record<K, Spread>> = {};
  for (const key of keys) out[key] = spreadOf(samples.map((sample) => sample[key]));
  return complete(out, keys);
}

function complete<K extends string>(record: Partial<Record<K, Spread>>, keys: readonly K[]): Record<K, Spread> {
  const isWhole = (one: Partial<Record<K, Spread>>): one is Record<K, Spread> => keys.every((key) => key in one);
  if (!isWhole(record)) throw new TypeError('a measure is missing');
  return record;
}
