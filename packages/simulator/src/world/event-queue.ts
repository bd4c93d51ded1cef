/** Something that the simulated site will do later. Plain data, so that the queue can be saved with the site. */
export interface WorldEvent {
  /** When it is due, milliseconds since the epoch. */
  at: number;
  /** Breaks ties, so that events of one moment run in the order they were planned. */
  readonly sequence: number;
  readonly kind: string;
  readonly target: string;
}

/** Events in order of time: a binary heap, since a large site plans tens of thousands. */
export class EventQueue {
  readonly #heap: WorldEvent[] = [];
  #sequence = 0;

  get size(): number {
    return this.#heap.length;
  }

  peek(): WorldEvent | undefined {
    return this.#heap[0];
  }

  add(at: number, kind: string, target: string): void {
    this.#push({ at, sequence: this.#sequence++, kind, target });
  }

  take(): WorldEvent | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (first === undefined || last === undefined) return undefined;
    if (this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#sink();
    }
    return first;
  }

  /** All events, in order. */
  list(): WorldEvent[] {
    return [...this.#heap].sort(compare);
  }

  /** Replaces the contents; every event is moved by `shift` milliseconds. */
  restore(events: readonly WorldEvent[], shift: number): void {
    this.#heap.length = 0;
    for (const { at, kind, target } of [...events].sort(compare)) this.add(at + shift, kind, target);
  }

  #push(event: WorldEvent): void {
    const heap = this.#heap;
    heap.push(event);
    let index = heap.length - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#swapIfEarlier(index, parent)) break;
      index = parent;
    }
  }

  #sink(): void {
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      const [left, right] = [this.#heap[child], this.#heap[child + 1]];
      if (left === undefined) return;
      if (right !== undefined && compare(right, left) < 0) child++;
      if (!this.#swapIfEarlier(child, index)) return;
      index = child;
    }
  }

  #swapIfEarlier(child: number, parent: number): boolean {
    const [lower, upper] = [this.#heap[child], this.#heap[parent]];
    if (lower === undefined || upper === undefined || compare(lower, upper) >= 0) return false;
    this.#heap[child] = upper;
    this.#heap[parent] = lower;
    return true;
  }
}

function compare(a: WorldEvent, b: WorldEvent): number {
  return a.at - b.at || a.sequence - b.sequence;
}
