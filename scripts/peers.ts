// npm run peers -- up|stop|status|destroy [--only openstack|openstack-latest|ironic-standalone|ironic-standalone-latest|netbox]
// Starts the real systems that the peer suites run against, and writes .data/peers/site.yaml, ready for `npm start -- --site`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { z } from 'zod';

const ROOT = path.resolve(import.meta.dirname, '..');
const OUT = path.join(ROOT, '.data/peers');
/** The site that both NetBox and Ironic are seeded with. */
const DEPLOYMENT = 'sys1-ice2';
const SITE = 'keflavik';
const NODES = 6;
const RACKS = 1;

interface Peer {
  readonly name: string;
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
  readonly seed: string;
}
const SEED_NAMES = { OS_UP_SEED_PREFIX: `${DEPLOYMENT}-p-phy-gpu` };
const PEERS: readonly Peer[] = [
  { name: 'openstack', script: 'openstack.sh', env: SEED_NAMES, seed: String(NODES) },
  {
    name: 'openstack-latest',
    script: 'openstack.sh',
    env: { ...SEED_NAMES, OS_UP_RELEASE: 'latest' },
    seed: String(NODES),
  },
  { name: 'ironic-standalone', script: 'ironic-standalone.sh', env: SEED_NAMES, seed: String(NODES) },
  {
    name: 'ironic-standalone-latest',
    script: 'ironic-standalone.sh',
    env: { ...SEED_NAMES, OS_UP_RELEASE: 'latest' },
    seed: String(NODES),
  },
  { name: 'netbox', script: 'netbox.sh', env: { NB_UP_SITE: SITE, NB_UP_PREFIX: DEPLOYMENT }, seed: String(RACKS) },
];

const tokens = z.object({ v1: z.string(), v2: z.string() });
const NetboxInfo = z.object({ url: z.string(), tokens: z.object({ admin: tokens, mirror: tokens, limited: tokens }) });

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string', multiple: true } },
  });
  const verb = positionals[0] ?? 'status';
  const only = values.only ?? PEERS.map((peer) => peer.name);
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
    if (peer.name === 'netbox') await keepNetbox(peer);
    else await copyFile(path.join(dataDir(peer), 'clouds.yaml'), path.join(OUT, `${peer.name}-clouds.yaml`));
  }
  await writeSiteFiles();
  console.log(`site files: ${path.join(OUT, 'site.yaml')} (Debian's OpenStack), ${path.join(OUT, 'site-latest.yaml')}`);
  console.log(
    `clouds:     ${path.join(OUT, 'openstack-clouds.yaml')}, ${path.join(OUT, 'openstack-latest-clouds.yaml')}`,
  );
  console.log(
    `standalone: ${path.join(OUT, 'ironic-standalone-clouds.yaml')}, ${path.join(OUT, 'ironic-standalone-latest-clouds.yaml')}`,
  );
  console.log(`netbox:     ${JSON.parse(await readFile(path.join(OUT, 'netbox.json'), 'utf8')).url}`);
  console.log('run:        npm start -- --site .data/peers/site.yaml');
}

async function keepNetbox(peer: Peer): Promise<void> {
  const text = await output(peer, ['env', '--json']);
  const info = NetboxInfo.parse(JSON.parse(text));
  await writeFile(path.join(OUT, 'netbox.json'), text, { mode: 0o600 });
  await writeFile(path.join(OUT, 'netbox-token'), info.tokens.mirror.v2, { mode: 0o600 });
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

function dataDir(peer: Peer): string {
  if (peer.name === 'netbox') return '/var/tmp/netbox-up';
  const suffix = peer.env.OS_UP_RELEASE === 'latest' ? '-latest' : '';
  if (peer.script === 'ironic-standalone.sh') return process.env.OS_ALONE_DIR ?? `/var/tmp/ironic-standalone${suffix}`;
  return process.env.OS_UP_DIR ?? `/var/tmp/openstack-up${suffix}`;
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
