import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { findPostgres } from './binaries.ts';
import { unprivileged } from './unprivileged.ts';

export interface PostgresOptions {
  /** Holds `pgdata/`, the password file and the log. */
  readonly dir: string;
  readonly port: number;
  /** Further `name=value` settings of the server. */
  readonly settings?: readonly string[];
}

export interface RunningPostgres {
  readonly pid: number;
  /** Address of the maintenance database `postgres`. */
  readonly url: string;
  readonly exited: Promise<number | null>;
  /** Fast shutdown: running transactions are rolled back, what was committed is on disk. */
  stop(): Promise<void>;
}

const USER = 'fleet';
const READY_WITHIN_MS = 60_000;

/** Starts the embedded PostgreSQL on loopback, making its data directory the first time. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const binaries = await findPostgres();
  const account = await unprivileged();
  await mkdir(options.dir, { recursive: true, mode: 0o700 });
  const dataDir = path.join(options.dir, 'pgdata');
  const passwordFile = path.join(options.dir, 'password');
  const log = createWriteStream(path.join(options.dir, 'postgres.log'), { flags: 'a', mode: 0o600 });
  await once(log, 'open');

  if (!(await exists(path.join(dataDir, 'PG_VERSION')))) {
    // A first start that was cut short leaves half a directory, which initdb refuses.
    await rm(dataDir, { recursive: true, force: true });
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (account !== null) {
      await chown(dataDir, account.uid, account.gid);
      await chown(passwordFile, account.uid, account.gid);
    }
    const initdb = [
      '-D',
      dataDir,
      '-U',
      USER,
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-instructions',
    ];
    await run([...(account?.prefix ?? []), binaries.initdb, ...initdb], log, path.join(options.dir, 'postgres.log'));
  }

  const settings = [
    `port=${options.port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=100',
    'shared_buffers=128MB',
    'jit=off',
    ...(options.settings ?? []),
  ];
  const command = [...(account?.prefix ?? []), binaries.postgres, '-D', dataDir, ...settings.flatMap((s) => ['-c', s])];
  const child = launch(command, log);
  const { pid } = child;
  if (pid === undefined) throw new Error(`PostgreSQL could not be started: ${command[0]}`);
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const password = (await readFile(passwordFile, 'utf8')).trim();
  const url = `postgres://${USER}:${password}@127.0.0.1:${options.port}/postgres`;

  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
    await exited;
    log.end();
  };
  try {
    await untilReady(url, exited, path.join(options.dir, 'postgres.log'));
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid, url, exited, stop };
}

/** Creates the database unless it exists, and gives its address. */
export async function ensureDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function untilReady(url: string, exited: Promise<number | null>, logFile: string): Promise<void> {
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  const giveUpAt = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    // A server that ends while we are connected tells us twice; the second telling is no news.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (cause) {
      await client.end().catch(() => undefined);
      if (ended || Date.now() > giveUpAt) {
        throw new Error(`PostgreSQL did not start (see ${logFile}):\n${await lastLines(logFile)}`, { cause });
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function launch(command: readonly string[], log: NodeJS.WritableStream & { fd?: number | null }): ChildProcess {
  const [file = '', ...args] = command;
  // Its own process group: Ctrl-C reaches us, and we end the server in order.
  const child = spawn(file, args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  child.on('error', () => undefined);
  return child;
}

async function run(command: readonly string[], log: NodeJS.WritableStream, logFile: string): Promise<void> {
  const child = launch(command, log);
  const [code] = await Promise.race([
    once(child, 'exit'),
    once(child, 'error').then(([error]) => Promise.reject(error)),
  ]);
  if (code !== 0)
    throw new Error(`PostgreSQL could not make its data directory (see ${logFile}):\n${await lastLines(logFile)}`);
}

async function lastLines(file: string): Promise<string> {
  return (await readFile(file, 'utf8').catch(() => '')).trim().split('\n').slice(-4).join('\n');
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
