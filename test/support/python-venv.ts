import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BUILD_WITHIN = 900_000;

/** A Python environment that holds exactly what its requirements file lists. */
export interface PythonEnvironment {
  /** Directory of its commands. */
  readonly bin: string;
  /** Runs a command of the environment. Rejects with the command's own error output when it fails. */
  run(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
}

/** The foreign clients of `test/foreign/requirements.txt`. */
export const foreignPython = (): Promise<PythonEnvironment> =>
  pythonEnvironment('foreign-venv', path.join(import.meta.dirname, '../foreign/requirements.txt'));

/**
 * An environment, built at the first call and whenever its requirements or the Python change. It lies in
 * `$FM_CACHE_DIR/<name>` (default `~/.cache/fleet-manager`), outside the clone, so that a fresh clone finds it.
 */
export async function pythonEnvironment(name: string, requirementsFile: string): Promise<PythonEnvironment> {
  const cache = cacheDirectory();
  const directory = path.join(cache, name);
  await mkdir(cache, { recursive: true });
  const python = await findPython();
  const requirements = await readFile(requirementsFile, 'utf8');
  const stamp = createHash('sha256').update(`${python.version}\n${requirements}`).digest('hex');
  await withLock(`${directory}.lock`, async () => {
    if ((await readStamp(directory)) === stamp) return;
    await rm(directory, { recursive: true, force: true });
    await run(python.command, ['-m', 'venv', directory], { timeout: BUILD_WITHIN });
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirementsFile];
    await run(path.join(directory, 'bin', 'python'), pip, { timeout: BUILD_WITHIN });
    await writeFile(path.join(directory, 'stamp'), stamp);
  });
  const bin = path.join(directory, 'bin');
  return {
    bin,
    run: async (command, args, env = {}) => {
      const found = await run(path.join(bin, command), [...args], {
        env: { PATH: `${bin}:${process.env.PATH ?? ''}`, HOME: cache, LC_ALL: 'C.UTF-8', ...env },
        maxBuffer: 64 * 1024 * 1024,
        timeout: 240_000,
      });
      return found.stdout;
    },
  };
}

/** Where what tests need and what is slow to fetch is kept between runs. */
export const cacheDirectory = (): string => process.env.FM_CACHE_DIR ?? path.join(homedir(), '.cache', 'fleet-manager');

async function findPython(): Promise<{ command: string; version: string }> {
  for (const command of ['python3', '/usr/bin/python3']) {
    try {
      const { stdout } = await run(command, ['-c', 'import ensurepip, sys, venv; print(sys.executable, sys.version)']);
      return { command, version: stdout.trim() };
    } catch {
      // The next one may have its venv module.
    }
  }
  throw new Error('no python3 that can make virtual environments: install python3 and python3-venv');
}

async function readStamp(directory: string): Promise<string | null> {
  return readFile(path.join(directory, 'stamp'), 'utf8').catch(() => null);
}

/** Several test files may ask at once; the first builds, the others wait for it. */
async function withLock(lock: string, work: () => Promise<void>): Promise<void> {
  const until = Date.now() + BUILD_WITHIN;
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const holder = Number(await readFile(lock, 'utf8').catch(() => '0'));
      if (holder > 0 && !isAlive(holder)) await rm(lock, { force: true });
      else if (Date.now() > until) throw new Error(`${lock} is held by process ${holder}`);
      else await delay(250);
    }
  }
  try {
    await work();
  } finally {
    await rm(lock, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
