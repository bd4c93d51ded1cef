import type { NetBoxFailure } from './failure.ts';
import type { NetBoxObjectType } from './object-types.ts';
import { bareCables, type CableRecord, cabledPorts, cableTerminations } from './resources/cables.ts';
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
 * token may not read that; `onDegraded` is told about it once, with the object types that are not read.
 */
export async function* walkCables(
  session: NetBoxSession,
  options: WalkOptions<(typeof bareCables)['filters']> & { onDegraded?: (failure: NetBoxFailure) => void } = {},
): AsyncGenerator<WalkStep<ConnectedCable>, void> {
  const { onDegraded, signal, ...rest } = options;
  const reader = new EndReader(session, onDegraded ?? (() => {}), signal);
  for await (const step of walk(session, bareCables, { ...rest, ...(signal ? { signal } : {}) })) {
    if (step.kind !== 'page') {
      yield step;
      continue;
    }
    const ends = await reader.read(step.rows.map((cable) => cable.id));
    if ('failure' in ends) return yield { kind: 'incomplete', failure: ends.failure };
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

class EndReader {
  readonly #session: NetBoxSession;
  readonly #onDegraded: (failure: NetBoxFailure) => void;
  readonly #signal: AbortSignal | undefined;
  readonly #forbidden = new Set<NetBoxObjectType>();

  constructor(session: NetBoxSession, onDegraded: (failure: NetBoxFailure) => void, signal: AbortSignal | undefined) {
    this.#session = session;
    this.#onDegraded = onDegraded;
    this.#signal = signal;
  }

  async read(cableIds: readonly number[]): Promise<Ends | { readonly failure: NetBoxFailure }> {
    const ends = new Ends();
    const options = { filter: { cable_id: cableIds }, ...(this.#signal ? { signal: this.#signal } : {}) };
    if (!this.#forbidden.has('dcim.cabletermination')) {
      const failure = await this.#pages(
        walk(this.#session, cableTerminations, options),
        'dcim.cabletermination',
        (row) => ends.add(row.cableId, row.end, { type: row.type, portId: row.portId }),
      );
      if (failure) return { failure };
      if (!this.#forbidden.has('dcim.cabletermination')) return ends;
    }
    ends.complete = false;
    for (const ports of cabledPorts) {
      if (this.#forbidden.has(ports.objectType)) continue;
      const failure = await this.#pages(walk(this.#session, ports, options), ports.objectType, (row) =>
        ends.add(row.cableId, row.end, { type: ports.objectType, portId: row.id }),
      );
      if (failure) return { failure };
    }
    return ends;
  }

  /** Reads a walk to its end; a forbidden type is remembered and is no failure. */
  async #pages<R>(
    steps: AsyncIterable<WalkStep<R>>,
    objectType: NetBoxObjectType,
    each: (row: R) => void,
  ): Promise<NetBoxFailure | undefined> {
    for await (const step of steps) {
      if (step.kind === 'page') step.rows.forEach(each);
      if (step.kind !== 'incomplete') continue;
      if (step.failure.kind !== 'forbidden') return step.failure;
      this.#forbidden.add(objectType);
      this.#onDegraded(step.failure);
    }
    return undefined;
  }
}

class Ends {
  complete = true;
  readonly #ends = new Map<string, CableEnd[]>();

  add(cableId: number, side: 'A' | 'B', end: CableEnd): void {
    const key = `${cableId}${side}`;
    const list = this.#ends.get(key);
    if (list) list.push(end);
    else this.#ends.set(key, [end]);
  }

  of(cableId: number, side: 'A' | 'B'): readonly CableEnd[] {
    return this.#ends.get(`${cableId}${side}`) ?? [];
  }
}
