import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { readOptions } from './options.ts';

const MAIN = path.join(import.meta.dirname, 'main.ts');
const readySchema = z.looseObject({
  event: z.literal('ready'),
  netboxUrl: z.url(),
  netboxTokenFile: z.string(),
  cloudsFile: z.string(),
  cloud: z.string(),
  ports: z.record(z.string(), z.number()),
  urls: z.record(z.string(), z.url()),
});

let data: string;
beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'fm-simulator-'));
});
afterEach(() => rm(data, { recursive: true, force: true }));

async function start(...more: string[]) {
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), MAIN, '--data', data, ...more], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  if (child.stdout === null) throw new Error('no output to read');
  for await (const line of createInterface({ input: child.stdout })) {
    return { child, ready: readySchema.parse(JSON.parse(line)) };
  }
  throw new Error('the simulator ended without a word');
}

it('starts a whole site, stops on a signal, and comes back with the same names, ids and addresses', async () => {
  const first = await start('--racks', '1', '--quiet');
  const nodes = async (url: string) => (await fetch(`${url}/v1`)).status;
  expect(await nodes(first.ready.urls.ironic ?? '')).toBe(200);
  expect((await fetch(`${first.ready.netboxUrl}/api/`)).status).toBeLessThan(500);
  const clouds = await readFile(first.ready.cloudsFile, 'utf8');
  expect(clouds).toContain('fleet-readonly:');
  for (const file of [first.ready.cloudsFile, first.ready.netboxTokenFile]) {
    expect((await stat(file)).mode & 0o077).toBe(0);
  }
  const rss = Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${first.child.pid}/status`, 'utf8'))?.[1]) / 1024;
  expect(rss).toBeLessThan(200);
  first.child.kill('SIGTERM');
  expect(await once(first.child, 'exit')).toEqual([0, null]);
  const world = z.object({ nodes: z.array(z.object({ uuid: z.string() })) });
  const before = world.parse(JSON.parse(await readFile(path.join(data, 'world.json'), 'utf8')));

  const second = await start('--racks', '1', '--quiet');
  expect(second.ready.ports).toEqual(first.ready.ports);
  expect(await readFile(second.ready.cloudsFile, 'utf8')).toBe(clouds);
  // Its parent going away is as good as a signal.
  second.child.disconnect();
  expect(await once(second.child, 'exit')).toEqual([0, null]);
  const after = world.parse(JSON.parse(await readFile(path.join(data, 'world.json'), 'utf8')));
  expect(after.nodes).toEqual(before.nodes);
});

it('says which argument it cannot follow', () => {
  expect(() => readOptions(['--data', 'd', '--racks', 'many'])).toThrow('--racks');
  expect(() => readOptions(['--racks', '1'])).toThrow('--data');
  expect(() => readOptions(['--data', 'd', '--no-such'])).toThrow('--no-such');
  expect(readOptions(['--data', '/d', '--pace', '60'])).toMatchObject({ data: '/d', pace: 60, racks: 2, quiet: false });
});
