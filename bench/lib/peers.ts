import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BenchTools } from './line.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Where the benchmark's own peers live: outside the clone, so that a fresh clone finds their databases, and apart from the
 * peers of the test suites, with other ports. PostgreSQL's user must be able to enter it.
 */
export const peersDirectory = (): string => process.env.FM_BENCH_PEERS ?? '/var/tmp/fm-bench';

export interface PeerScript {
  /** A script of `test/peers`. */
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
  /** For people. */
  readonly title: string;
}

/** Runs one verb of a peer's script and answers its output. Rejects with the end of its log when it fails. */
export async function peer(
  { script, env, title }: PeerScript,
  args: readonly string[],
  { progress, signal }: BenchTools,
): Promise<string> {
  await mkdir(peersDirectory(), { recursive: true, mode: 0o755 });
  progress(`${title}: ${args.join(' ')}`);
  const child = spawn('bash', [path.join(ROOT, 'test/peers', script), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    signal,
  });
  let output = '';
  let log = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    log += chunk;
    const [line] = String(chunk).trim().split('\n').slice(-1);
    if (line !== undefined) progress(`${title}: ${line.trim()}`);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${script} ${args.join(' ')} ended with ${code}: ${log.trim().slice(-600)}`);
  return output;
}

/** The process of a service that a peer's script keeps the id of. */
export async function servicePid(directory: string, service: string): Promise<number> {
  const text = await readFile(path.join(directory, 'pid', service), 'utf8');
  return Number(text.split(' ')[0]);
}
