import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Runs a command with its output on ours, all of it on stderr where stdout is taken; gives its exit code. */
export async function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  stdoutIsTaken = false,
): Promise<number> {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ['ignore', stdoutIsTaken ? 2 : 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [code, signal] = await once(child, 'exit');
  return signal === null ? Number(code) : 1;
}

/** Runs a Node program of a package by its path: `.bin` may hold another version of the same name. */
export function runNode(
  script: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  stdoutIsTaken = false,
): Promise<number> {
  return run(process.execPath, [path.join(ROOT, script), ...args], env, stdoutIsTaken);
}

export function runTs(
  script: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  stdoutIsTaken = false,
): Promise<number> {
  return run(process.execPath, ['--import', 'tsx', path.join(ROOT, script), ...args], env, stdoutIsTaken);
}
