import { Child, type ChildSpec, type ReadyLine } from './child.ts';
import type { DataDirectory } from './data-directory.ts';

const RESTART_DELAYS_MS = [500, 1_000, 2_000, 5_000, 10_000];
/** A program that ran this long before it ended begins again at the shortest delay. */
const STEADY_AFTER_MS = 60_000;

/** Keeps the programs of the fleet running: one that ends without being told to is started again, visibly. */
export class Supervisor {
  readonly #data: DataDirectory;
  readonly #say: (text: string) => void;
  readonly #running: Child[] = [];
  readonly #others: { name: string; pid: number }[] = [];
  #stopping = false;

  constructor(data: DataDirectory, say: (text: string) => void) {
    this.#data = data;
    this.#say = say;
  }

  /** Also remembers a process that somebody else supervises (PostgreSQL). */
  async remember(name: string, pid: number): Promise<void> {
    const before = this.#others.findIndex((other) => other.name === name);
    if (before >= 0) this.#others.splice(before, 1);
    this.#others.push({ name, pid });
    await this.#save();
  }

  async start(spec: ChildSpec, onRestart?: (ready: ReadyLine) => Promise<void>): Promise<ReadyLine> {
    const { child, ready } = await Child.start(spec);
    this.#running.push(child);
    await this.#save();
    void this.#watch(spec, child, onRestart);
    return ready;
  }

  /** Stops all, the last started first. */
  async stop(report: (name: string) => void): Promise<void> {
    this.#stopping = true;
    for (const child of this.#running.splice(0).reverse()) {
      report(child.name);
      await child.stop();
    }
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  async #watch(spec: ChildSpec, first: Child, onRestart?: (ready: ReadyLine) => Promise<void>): Promise<void> {
    let child = first;
    let startedAt = Date.now();
    let failures = 0;
    for (;;) {
      const how = await child.exited;
      if (this.#stopping) return;
      const at = this.#running.indexOf(child);
      if (Date.now() - startedAt > STEADY_AFTER_MS) failures = 0;
      for (;;) {
        const delay = RESTART_DELAYS_MS[Math.min(failures++, RESTART_DELAYS_MS.length - 1)] ?? 10_000;
        this.#say(`${spec.name} ended (${how}); starting it again in ${delay / 1000} s. Its log: ${spec.logFile}`);
        await new Promise((resolve) => setTimeout(resolve, delay));
        if (this.#stopping) return;
        try {
          startedAt = Date.now();
          const again = await Child.start(spec);
          child = again.child;
          if (this.#stopping) {
            await child.stop();
            return;
          }
          this.#running.splice(at, 1, child);
          await this.#save();
          await onRestart?.(again.ready);
          this.#say(`${spec.name} runs again`);
          break;
        } catch (error) {
          this.#say(error instanceof Error ? error.message : String(error));
        }
      }
    }
  }

  async #save(): Promise<void> {
    await this.#data.rememberChildren([...this.#others, ...this.#running.map(({ name, pid }) => ({ name, pid }))]);
  }
}
