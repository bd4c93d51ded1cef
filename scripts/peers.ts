// npm run peers -- up|stop|status|destroy [--only openstack|openstack-latest|ironic-standalone|ironic-standalone-latest|netbox|netbox-4.7.1]
// Starts the real systems that the peer suites run against, and writes .data/peers/site.yaml, ready for `npm start -- --site`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { z } from 'zod';
import { DEPLOYMENT, dataDir, PEERS, PEERS_OUT, type Peer, SITE } from './lib/real-peers.ts';
import { ROOT } from './lib/run.ts';

const OUT = PEERS_OUT;

const tokens = z.object({ v1: z.string(), v2: z.string() });
const NetboxInfo = z.object({ url: z.string(), tokens: z.object({ admin: tokens, mirror: tokens, limited: tokens }) });

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string', multiple: true } },
  });
  const verb = positionals[0] ?? 'status';
  const only = values.only ?? PEERS.filter((peer) => peer.optIn !== true).map((peer) => peer.name);
  const unknown = only.filter((name) => !PEERS.some((peer) => peer.name === name));
  if (unknown.length > 0 || !['up', 'stop', 'status', 'destroy'].includes(verb)) {
    console.error(`usage: npm run peers -- up|stop|status|destroy [--only ${PEERS.map((p) => p.name).join('|')}]`);
    process.exit(64);
  }
  const chosen = PEERS.filter((peer) => only.includes(peer.name));
  if (verb !== 'up') {
    for (const peer of chosen) {
      console.log(`${peer.name}:`);
      await run(peer, [verb]);
    }
    return;
  }
  for (const peer of chosen) {
    console.error(`== ${peer.name}`);
    // Starting a whole cloud on a busy machine may run into one of its own time limits; `up` goes on where it stopped.
    if ((await run(peer, ['up'])) !== 0) await must(peer, ['up']);
    await must(peer, ['seed', peer.seed]);
  }
  await mkdir(OUT, { recursive: true, mode: 0o700 });
  for (const peer of chosen) {
    if (peer.script === 'netbox.sh') await keepNetbox(peer);
    else await copyFile(path.join(dataDir(peer), 'clouds.yaml'), path.join(OUT, `${peer.name}-clouds.yaml`));
  }
  for (const peer of chosen) console.log(`${peer.name}: ${await addressOf(peer)}`);
  // A site file needs a NetBox and an OpenStack; whoever starts one peer alone has another use for it.
  if (!existsSync(path.join(OUT, 'netbox.json'))) return;
  await writeSiteFiles();
  console.log(`site files: ${path.join(OUT, 'site.yaml')} (Debian's OpenStack), ${path.join(OUT, 'site-latest.yaml')}`);
  console.log('run:        npm start -- --site .data/peers/site.yaml');
}

async function addressOf(peer: Peer): Promise<string> {
  if (peer.script !== 'netbox.sh') return path.join(OUT, `${peer.name}-clouds.yaml`);
  return NetboxInfo.parse(JSON.parse(await readFile(path.join(OUT, `${peer.name}.json`), 'utf8'))).url;
}

async function keepNetbox(peer: Peer): Promise<void> {
  const text = await output(peer, ['env', '--json']);
  const info = NetboxInfo.parse(JSON.parse(text));
  await writeFile(path.join(OUT, `${peer.name}.json`), text, { mode: 0o600 });
  await writeFile(path.join(OUT, `${peer.name}-token`), info.tokens.mirror.v2, { mode: 0o600 });
}

async function writeSiteFiles(): Promise<void> {
  const { url } = NetboxInfo.parse(JSON.parse(await readFile(path.join(OUT, 'netbox.json'), 'utf8')));
  for (const [file, clouds] of [
    ['site.yaml', 'openstack-clouds.yaml'],
    ['site-latest.yaml', 'openstack-latest-clouds.yaml'],
  ] as const) {
    const settings = {
      environment: 'dev',
      hub: {
        netbox: {
          url,
          token: { file: 'netbox-token' },
          deviceFilters: { clusters: [DEPLOYMENT, `${DEPLOYMENT}-net`] },
          deviceRoleClassMapping: { 'compute-tray': 'GPU_COMPUTE' },
        },
      },
      satellite: {
        name: DEPLOYMENT,
        siteSlugs: [SITE],
        openstack: { overcloud: { cloudsFile: clouds, cloud: 'fleet' }, validationProject: 'slurm' },
      },
    };
    await writeFile(path.join(OUT, file), stringify(settings), { mode: 0o600 });
  }
}

function start(peer: Peer, args: readonly string[], stdout: 'inherit' | 'pipe' | 'ignore') {
  return spawn('bash', [path.join(ROOT, 'test/peers', peer.script), ...args], {
    stdio: ['ignore', stdout, 'inherit'],
    env: { ...process.env, ...peer.env },
  });
}

async function run(peer: Peer, args: readonly string[]): Promise<number> {
  const [code] = await once(start(peer, args, 'inherit'), 'exit');
  return Number(code);
}

async function must(peer: Peer, args: readonly string[]): Promise<void> {
  const [code] = await once(start(peer, args, 'ignore'), 'exit');
  if (code !== 0) {
    console.error(`${peer.name}: \`${args.join(' ')}\` ended with ${code}; its logs are under ${dataDir(peer)}/log`);
    process.exit(1);
  }
}

async function output(peer: Peer, args: readonly string[]): Promise<string> {
  const child = start(peer, args, 'pipe');
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  await once(child, 'close');
  return text;
}

await main();
