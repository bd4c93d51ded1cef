import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `npm start` as a user runs it, in a process of its own. */
export class FleetProcess {
  readonly child: ChildProcess;
  readonly #exited: Promise<Outcome>;
  #stdout = '';
  #stderr = '';

  constructor(args: readonly string[], env: Readonly<Record<string, string>>) {
    this.child = spawn(process.execPath, ['--import', 'tsx', 'apps/fleet/src/main.ts', ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    this.child.stdout?.on('data', (chunk) => {
      this.#stdout += chunk;
    });
    this.child.stderr?.on('data', (chunk) => {
      this.#stderr += chunk;
    });
    this.#exited = once(this.child, 'close').then(([code]) => ({ code, stdout: this.#stdout, stderr: this.#stderr }));
  }

  /** The log-in link, once it is printed. */
  async loginUrl(): Promise<string> {
    const found = await until(
      async () => /log in\s+(http\S+)/.exec(this.#stdout)?.[1] ?? (this.child.exitCode === null ? undefined : 'ended'),
      120_000,
    );
    if (found === 'ended') throw new Error(`npm start ended:\n${this.#stderr}`);
    return found;
  }

  get stderr(): string {
    return this.#stderr;
  }

  exited(): Promise<Outcome> {
    return this.#exited;
  }

  /** Ctrl-C. */
  async stop(): Promise<Outcome> {
    if (this.child.exitCode === null) this.child.kill('SIGINT');
    return this.#exited;
  }
}

/** Runs fleetctl as a user does in another terminal. */
export async function fleetctl(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Outcome> {
  const child = spawn(process.execPath, [path.join(ROOT, 'apps/fleetctl/bin/fleetctl.mjs'), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

/** Asks again and again until there is an answer; a bound keeps a broken system from hanging the run. */
export async function until<T>(ask: () => Promise<T | undefined>, withinMs: number, everyMs = 250): Promise<T> {
  const giveUpAt = Date.now() + withinMs;
  let last: unknown;
  for (;;) {
    try {
      const found = await ask();
      if (found !== undefined) return found;
    } catch (error) {
      last = error;
    }
    if (Date.now() > giveUpAt)
      throw new Error(`nothing within ${withinMs / 1000} s${last === undefined ? '' : `: ${String(last)}`}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
