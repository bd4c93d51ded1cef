import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FleetError } from '@fleet-manager/contract/errors';
import { z } from 'zod';
import { identify, isRunning, ProcessIdentity } from './process-identity.ts';

const MARKER = 'fleet-manager.json';
const LOCK = 'lock.json';
const CHILDREN = 'children.json';

const Lock = z.object({ owner: ProcessIdentity, url: z.string().optional() });
const Children = z.array(z.object({ name: z.string(), process: ProcessIdentity }));

/** The directory that holds all that a fleet in a box keeps. One process at a time owns it. */
export class DataDirectory {
  readonly path: string;

  private constructor(dir: string) {
    this.path = dir;
  }

  /**
   * Takes the directory, and ends what a killed owner left running.
   *
   * @throws FleetError FM_ALREADY_RUNNING while another process owns it
   */
  static async take(dir: string, options: { fresh: boolean }): Promise<DataDirectory> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const data = new DataDirectory(dir);
    await data.#refuseForeign();
    await data.#lock();
    await data.#endOrphans();
    if (options.fresh) await data.#clear();
    await writeFile(data.file(MARKER), `${JSON.stringify({ what: 'data of Fleet Manager, made by npm start' })}\n`);
    return data;
  }

  file(...parts: readonly string[]): string {
    return path.join(this.path, ...parts);
  }

  /** Tells the next comer where this one answers. */
  async publish(url: string): Promise<void> {
    const owner = await identify(process.pid);
    if (owner !== undefined) await writeFile(this.file(LOCK), JSON.stringify({ owner, url }), { mode: 0o600 });
  }

  /** Remembers the processes started here, so that a successor can end them if we are killed. */
  async rememberChildren(children: readonly { name: string; pid: number }[]): Promise<void> {
    const known = await Promise.all(children.map(async ({ name, pid }) => ({ name, process: await identify(pid) })));
    await writeFile(this.file(CHILDREN), JSON.stringify(known.filter((child) => child.process !== undefined)), {
      mode: 0o600,
    });
  }

  async release(): Promise<void> {
    await rm(this.file(CHILDREN), { force: true });
    await rm(this.file(LOCK), { force: true });
  }

  /** A directory of somebody else's is left alone: `--fresh` would delete it. */
  async #refuseForeign(): Promise<void> {
    const found = await readdir(this.path);
    if (found.length === 0 || found.includes(MARKER) || found.includes(LOCK)) return;
    // What other scripts of the project keep beside us (the peers' site file) is no reason to refuse.
    if (found.every((name) => name === 'peers')) return;
    throw new FleetError(
      'FM_SETTINGS_INVALID',
      `${this.path} holds other files. Give an empty directory, such as --data .data`,
    );
  }

  async #lock(): Promise<void> {
    const owner = await identify(process.pid);
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        const handle = await open(this.file(LOCK), 'wx', 0o600);
        await handle.writeFile(JSON.stringify({ owner }));
        await handle.close();
        return;
      } catch {
        const holder = Lock.safeParse(parse(await readFile(this.file(LOCK), 'utf8').catch(() => '')));
        if (holder.success && (await isRunning(holder.data.owner))) {
          const where = holder.data.url === undefined ? '' : ` at ${holder.data.url}`;
          throw new FleetError('FM_ALREADY_RUNNING', `process ${holder.data.owner.pid} runs on ${this.path}${where}`);
        }
        await rm(this.file(LOCK), { force: true });
      }
    }
    throw new FleetError('FM_ALREADY_RUNNING', `another process is taking ${this.path} at this moment`);
  }

  async #endOrphans(): Promise<void> {
    const left = Children.safeParse(parse(await readFile(this.file(CHILDREN), 'utf8').catch(() => '[]')));
    for (const child of left.success ? left.data : []) {
      if (!(await isRunning(child.process))) continue;
      // PostgreSQL takes SIGINT as "end now, in order"; our own processes stop on it too.
      process.kill(child.process.pid, 'SIGINT');
      for (let i = 0; i < 200 && (await isRunning(child.process)); i++)
        await new Promise((resolve) => setTimeout(resolve, 50));
      if (await isRunning(child.process)) process.kill(child.process.pid, 'SIGKILL');
    }
    await rm(this.file(CHILDREN), { force: true });
  }

  async #clear(): Promise<void> {
    for (const name of await readdir(this.path)) {
      if (name !== LOCK && name !== 'peers') await rm(this.file(name), { recursive: true, force: true });
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
