import path from 'node:path';
import { loadCloud } from '@fleet-manager/clients/clouds/load';
import { createIronicClient } from '@fleet-manager/clients/ironic/client';
import { openSession } from '@fleet-manager/clients/keystone/session';
import type { BenchTools } from '../lib/line.ts';
import { type PeerScript, peer, peersDirectory } from '../lib/peers.ts';

export const NODES = 1000;

export interface BenchIronic {
  /** Of its API. */
  readonly url: string;
  readonly cloudsFile: string;
  readonly cloud: string;
  stop(tools: BenchTools): Promise<void>;
}

/** A real Keystone and Ironic of the benchmark's own, with a thousand nodes in it. */
export async function benchIronic(tools: BenchTools): Promise<BenchIronic> {
  const directory = path.join(peersDirectory(), 'openstack');
  const openstack: PeerScript = {
    title: 'Ironic',
    script: 'openstack.sh',
    env: {
      OS_UP_DIR: directory,
      OS_UP_NOVA: '0',
      OS_UP_PORT_KEYSTONE: '15050',
      OS_UP_PORT_IRONIC: '16435',
      OS_UP_PORT_PLACEMENT: '18828',
      OS_UP_PORT_PG: '15483',
      OS_UP_SEED_PREFIX: 'sys1-ice2-p-phy-gpu',
    },
  };
  await peer(openstack, ['up'], tools);
  const found = { cloudsFile: path.join(directory, 'clouds.yaml'), cloud: 'fleet' };
  const session = openSession(loadCloud({ file: found.cloudsFile, cloud: found.cloud }));
  try {
    const walked = await createIronicClient(session).listNodes(tools.signal);
    if (!walked.complete) throw walked.error;
    if (walked.items.length < NODES) await peer(openstack, ['seed', String(NODES)], tools);
  } finally {
    await session.close();
  }
  return {
    ...found,
    url: 'http://127.0.0.1:16435',
    stop: async (later) => void (await peer(openstack, ['stop'], later)),
  };
}
