/** Bounds how many requests to one host are under way at once; give one limiter to all clients of a host. */
export class HostLimiter {
  readonly #perHost: number;
  readonly #hosts = new Map<string, { busy: number; waiting: (() => void)[] }>();

  constructor(perHost: number) {
    if (!Number.isInteger(perHost) || perHost < 1) throw new RangeError('the limit per host is a whole number from 1');
    this.#perHost = perHost;
  }

  /** Runs `work` when a place is free; first come, first served. Rejects with the signal's reason when aborted while waiting. */
  async run<T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const entry = this.#hosts.get(host) ?? { busy: 0, waiting: [] };
    this.#hosts.set(host, entry);
    if (entry.busy < this.#perHost) entry.busy += 1;
    else await this.#turn(entry.waiting, signal);
    try {
      return await work();
    } finally {
      // The place goes to the next in line without being given back, so that a newcomer cannot overtake.
      const next = entry.waiting.shift();
      if (next) next();
      else {
        entry.busy -= 1;
        if (entry.busy === 0) this.#hosts.delete(host);
      }
    }
  }

  #turn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        const at = waiting.indexOf(go);
        if (at >= 0) waiting.splice(at, 1);
        reject(signal.reason);
      };
      waiting.push(go);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
