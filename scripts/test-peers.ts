// npm run test:peers: starts the real systems, runs the twin suites, the foreign clients and the walk end to end, stops what it started.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isUp, PEERS, PEERS_OUT } from './lib/real-peers.ts';
import { runTs } from './lib/run.ts';
import { vitest } from './lib/vitest.ts';

const OUT = PEERS_OUT;

/** Peers that somebody else runs are used, and left running. */
const startedHere: string[] = [];
for (const peer of PEERS) if (peer.optIn !== true && !(await isUp(peer))) startedHere.push(peer.name);

let tally = { passed: 0, failed: 1 };
try {
  if ((await runTs('scripts/peers.ts', ['up'])) === 0) {
    const tokens = z.object({ v2: z.string() });
    const netbox = z
      .object({ url: z.string(), tokens: z.object({ mirror: tokens, limited: tokens, admin: tokens }) })
      .parse(JSON.parse(await readFile(path.join(OUT, 'netbox.json'), 'utf8')));
    tally = await vitest(['peers', 'foreign'], {
      FM_PEER_OPENSTACK_CLOUDS: path.join(OUT, 'openstack-clouds.yaml'),
      FM_PEER_OPENSTACK_LATEST_CLOUDS: path.join(OUT, 'openstack-latest-clouds.yaml'),
      FM_PEER_STANDALONE_CLOUDS: path.join(OUT, 'ironic-standalone-clouds.yaml'),
      FM_PEER_STANDALONE_LATEST_CLOUDS: path.join(OUT, 'ironic-standalone-latest-clouds.yaml'),
      FM_PEER_NETBOX_URL: netbox.url,
      FM_PEER_NETBOX_TOKEN: netbox.tokens.mirror.v2,
      FM_PEER_NETBOX_LIMITED_TOKEN: netbox.tokens.limited.v2,
      FM_PEER_NETBOX_ADMIN_TOKEN: netbox.tokens.admin.v2,
      FM_PEER_SITE_FILE: path.join(OUT, 'site.yaml'),
    });
  }
} finally {
  for (const peer of startedHere) await runTs('scripts/peers.ts', ['stop', '--only', peer]);
}
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed === 0 ? 0 : 1);
