import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../apps/fleet/src/free-port.ts';
import { type RunningPostgres, startPostgres } from '../../apps/fleet/src/postgres/server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

let running: { server: RunningPostgres; dir: string } | undefined;

/** One PostgreSQL for a whole run; each test file makes databases of its own in it. Durability is off: it lives for minutes. */
export async function setup(project: TestProject): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), 'fm-test-postgres-'));
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];
  const server = await startPostgres({ dir, port: await freePort(), settings });
  running = { server, dir };
  project.provide('postgresUrl', server.url);
}

export async function teardown(): Promise<void> {
  await running?.server.stop();
  if (running !== undefined) await rm(running.dir, { recursive: true, force: true });
}
