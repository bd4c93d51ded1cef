import type { NetBoxFailure } from './failure.ts';
import type { NetBoxObjectType } from './object-types.ts';
import {
  bareCables,
  type CableEndResource,
  type CableRecord,
  cableTerminations,
  portsWithCables,
} from './resources/cables.ts';
import type { NetBoxSession } from './session.ts';
import { type WalkOptions, type WalkStep, walk } from './walk.ts';

/** One port at one end of a cable. `type` is an object type such as `dcim.interface`. */
export interface CableEnd {
  readonly type: string;
  readonly portId: number;
}

/**
 * A cable with what it connects. A side may be empty: the device at that end was deleted. With `ends: 'some'` the token
 * may not read cable terminations, so that ends at ports of other kinds are not seen, and an empty side proves nothing.
 */
export interface ConnectedCable extends CableRecord {
  readonly a: readonly CableEnd[];
  readonly b: readonly CableEnd[];
  readonly ends: 'all' | 'some';
}

/**
 * Cables with their ends. The ends come from the plain list of terminations, and from the ports' own `cable` where the
 * token may not read that. `onEnds` is told of each page of cables whether the terminations were given (null) or refused;
 * a walk that meets no cable does not ask for them, and so says nothing.
 */
export async function* walkCables(
  session: NetBoxSession,
  options: WalkOptions<(typeof bareCables)['filters']> & { onEnds?: (refused: NetBoxFailure | null) => void } = {},
): AsyncGenerator<WalkStep<ConnectedCable>, void> {
  const { onEnds, signal, ...rest } = options;
  const reader = new EndReader(session, signal);
  for await (const step of walk(session, bareCables, { ...rest, ...(signal ? { signal } : {}) })) {
    if (step.kind !== 'page') {
      yield step;
      continue;
    }
    const ends = await reader.read(step.rows.map((cable) => cable.id));
    if ('failure' in ends) return yield { kind: 'incomplete', failure: ends.failure };
    onEnds?.(reader.refused);
    yield {
      ...step,
      rows: step.rows.map((cable) => ({
        ...cable,
        a: ends.of(cable.id, 'A'),
        b: ends.of(cable.id, 'B'),
        ends: ends.complete ? ('all' as const) : ('some' as const),
      })),
    };
  }
}

/** Reads ends page by page, and remembers what this NetBox does not give. */
class EndReader {
  readonly #session: NetBoxSession;
  readonly #signal: AbortSignal | undefined;
  readonly #forbidden = new Map<NetBoxObjectType, NetBoxFailure>();
  /** Whole lists, where the release has no filter by cable. */
  readonly #whole = new Map<NetBoxObjectType, Ends>();

  constructor(session: NetBoxSession, signal: AbortSignal | undefined) {
    this.#session = session;
    this.#signal = signal;
  }

  /** Why the terminations are not given; null when they are. */
  get refused(): NetBoxFailure | null {
    return this.#forbidden.get('dcim.cabletermination') ?? null;
  }

  /** The ends of these cables; `complete` when they came from the terminations. */
  async read(cableIds: readonly number[]): Promise<Ends | { readonly failure: NetBoxFailure }> {
    const ends = new Ends();
    const failure = await this.#from(cableTerminations, cableIds, ends);
    if (failure) return { failure };
    if (this.refused === null) return ends;
    ends.complete = false;
    for (const ports of portsWithCables) {
      const failure = await this.#from(ports, cableIds, ends);
      if (failure) return { failure };
    }
    return ends;
  }

  async #from(source: CableEndResource, cableIds: readonly number[], ends: Ends): Promise<NetBoxFailure | undefined> {
    const { objectType } = source;
    if (this.#forbidden.has(objectType)) return undefined;
    const whole = this.#whole.get(objectType);
    if (whole) return void ends.take(whole, cableIds);
    const failure = await this.#pages(source, cableIds, ends);
    switch (failure?.kind) {
      case 'forbidden':
        this.#forbidden.set(objectType, failure);
        return undefined;
      case 'filter-ignored': {
        const all = new Ends();
        const failed = await this.#pages(source, undefined, all);
        if (failed) return failed;
        this.#whole.set(objectType, all);
        return void ends.take(all, cableIds);
      }
      default:
        return failure;
    }
  }

  /** A long list of cables is asked for in pieces, several at a time; the first alone tells whether they are given at all. */
  async #pages(
    source: CableEndResource,
    cableIds: readonly number[] | undefined,
    into: Ends,
  ): Promise<NetBoxFailure | undefined> {
    if (cableIds === undefined) return this.#walk(source, {}, into);
    const pieces: (readonly number[])[] = [];
    for (let at = 0; at < cableIds.length; at += cablesPerRequest)
      pieces.push(cableIds.slice(at, at + cablesPerRequest));
    const [first, ...others] = pieces;
    if (first === undefined) return undefined;
    const ask = (ids: readonly number[]) => this.#walk(source, { filter: { cable_id: ids } }, into);
    const failure = await ask(first);
    if (failure) return failure;
    return (await Promise.all(others.map(ask))).find((failed) => failed !== undefined);
  }

  async #walk(
    source: CableEndResource,
    which: WalkOptions<CableEndResource['filters']>,
    into: Ends,
  ): Promise<NetBoxFailure | undefined> {
    const options = { ...which, ...(this.#signal ? { signal: this.#signal } : {}) };
    for await (const step of walk(this.#session, source, options)) {
      if (step.kind === 'incomplete') return step.failure;
      if (step.kind !== 'page') continue;
      for (const { cableId, end, type, portId } of step.rows) {
        if (cableId !== null && end !== null) into.add(cableId, end, { type, portId });
      }
    }
    return undefined;
  }
}

/** As many as one request's address holds. */
const cablesPerRequest = 120;

class Ends {
  complete = true;
  readonly #ends = new Map<string, CableEnd[]>();

  add(cableId: number, side: 'A' | 'B', end: CableEnd): void {
    const key = `${cableId}${side}`;
    const list = this.#ends.get(key);
    if (list) list.push(end);
    else this.#ends.set(key, [end]);
  }

  take(other: Ends, cableIds: readonly number[]): void {
    for (const id of cableIds) {
      for (const side of ['A', 'B'] as const) for (const end of other.of(id, side)) this.add(id, side, end);
    }
  }

  of(cableId: number, side: 'A' | 'B'): readonly CableEnd[] {
    return this.#ends.get(`${cableId}${side}`) ?? [];
  }
}
