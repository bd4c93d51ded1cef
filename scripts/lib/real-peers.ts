// The real systems that a machine can start: which script starts each, with what settings, and where its credentials end up.
import path from 'node:path';
import { ROOT, run } from './run.ts';

/** Where what the suites need to reach the peers is written. */
export const PEERS_OUT = path.join(ROOT, '.data/peers');
/** The site that both NetBox and Ironic are seeded with. */
export const DEPLOYMENT = 'sys1-ice2';
export const SITE = 'keflavik';
const NODES = 6;
const RACKS = 1;

export interface Peer {
  readonly name: string;
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
  /** Argument of the script's `seed`. */
  readonly seed: string;
  /** Started only when named. */
  readonly optIn?: boolean;
}

const SEED_NAMES = { OS_UP_SEED_PREFIX: `${DEPLOYMENT}-p-phy-gpu` };
const NETBOX_SITE = { NB_UP_SITE: SITE, NB_UP_PREFIX: DEPLOYMENT };

export const PEERS: readonly Peer[] = [
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
  { name: 'netbox', script: 'netbox.sh', env: NETBOX_SITE, seed: String(RACKS) },
  {
    name: 'netbox-4.7.1',
    script: 'netbox.sh',
    // A directory and ports of its own, so that both releases can run side by side.
    env: {
      ...NETBOX_SITE,
      NB_UP_VERSION: '4.7.1',
      NB_UP_DIR: '/var/tmp/netbox-up-4.7.1',
      NB_UP_PORT: '18411',
      NB_UP_PORT_PG: '15444',
      NB_UP_PORT_REDIS: '16390',
    },
    seed: String(RACKS),
    optIn: true,
  },
];

/** Where a peer keeps its data and its logs. */
export function dataDir(peer: Peer): string {
  const own = peer.env.NB_UP_DIR ?? process.env.NB_UP_DIR;
  if (peer.script === 'netbox.sh') return own ?? '/var/tmp/netbox-up';
  const suffix = peer.env.OS_UP_RELEASE === 'latest' ? '-latest' : '';
  if (peer.script === 'ironic-standalone.sh') return process.env.OS_ALONE_DIR ?? `/var/tmp/ironic-standalone${suffix}`;
  return process.env.OS_UP_DIR ?? `/var/tmp/openstack-up${suffix}`;
}

/** True when any process of the peer runs. */
export async function isUp(peer: Peer): Promise<boolean> {
  const script = path.join(ROOT, 'test/peers', peer.script);
  return (
    (await run('bash', ['-c', `bash ${script} status 2>/dev/null | grep -v ' rq ' | grep -q 'pid '`], peer.env)) === 0
  );
}
