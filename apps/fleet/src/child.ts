import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { z } from 'zod';

export interface ChildSpec {
  readonly name: string;
  /** Path of the TypeScript entry point. */
  readonly entry: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly readyWithinMs: number;
}

const Ready = z.looseObject({ event: z.literal('ready') });
export type ReadyLine = z.infer<typeof Ready>;

/** One of our own programs, running as a process of its own. It ends by itself when this process ends, however that happens. */
export class Child {
  readonly name: string;
  readonly pid: number;
  readonly exited: Promise<string>;
  readonly #process: ChildProcess;

  private constructor(name: string, child: ChildProcess, pid: number, log: WriteStream) {
    this.name = name;
    this.pid = pid;
    this.#process = child;
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        log.end();
        resolve(signal ?? `code ${code}`);
      });
    });
  }

  /** Starts the program and waits for the line that says it is ready. */
  static async start(spec: ChildSpec): Promise<{ child: Child; ready: ReadyLine }> {
    const log = createWriteStream(spec.logFile, { flags: 'a', mode: 0o600 });
    await once(log, 'open');
    const started = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), spec.entry, ...spec.args], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A group of its own, so that Ctrl-C reaches only us and everything ends in order.
      detached: true,
      env: { ...process.env, ...spec.env },
    });
    if (started.pid === undefined) throw new Error(`${spec.name} could not be started`);
    const child = new Child(spec.name, started, started.pid, log);
    started.stderr?.pipe(log, { end: false });
    let overdue: NodeJS.Timeout | undefined;
    try {
      const ready = await Promise.race([
        child.#readyLine(),
        child.exited.then((how) => Promise.reject(new Error(`${spec.name} ended (${how})`))),
        new Promise<never>((_resolve, reject) => {
          overdue = setTimeout(
            () => reject(new Error(`${spec.name} was not ready within ${spec.readyWithinMs / 1000} s`)),
            spec.readyWithinMs,
          );
        }),
      ]);
      return { child, ready };
    } catch (cause) {
      await child.stop();
      throw new Error(
        `${cause instanceof Error ? cause.message : String(cause)}. The end of ${spec.logFile}:\n${await lastLines(spec.logFile)}`,
        { cause },
      );
    } finally {
      clearTimeout(overdue);
    }
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) this.#process.kill('SIGTERM');
    const overdue = setTimeout(() => this.#process.kill('SIGKILL'), 25_000);
    await this.exited;
    clearTimeout(overdue);
  }

  async #readyLine(): Promise<ReadyLine> {
    const { stdout } = this.#process;
    if (stdout === null) throw new Error(`${this.name} has no output`);
    const lines = createInterface({ input: stdout });
    return new Promise((resolve) => {
      lines.on('line', (line) => {
        const parsed = Ready.safeParse(parse(line));
        if (parsed.success) resolve(parsed.data);
      });
    });
  }
}

async function lastLines(file: string): Promise<string> {
  return (await readFile(file, 'utf8').catch(() => '')).trim().split('\n').slice(-8).join('\n');
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
