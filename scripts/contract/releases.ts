// The releases of other systems that can be started here, and how each is reached.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startNetBoxDouble } from '@fleet-manager/simulator/netbox/double';
import { type NetBoxVersion, netBoxVersions } from '@fleet-manager/simulator/netbox/version';
import { planSite } from '@fleet-manager/simulator/world/plan';
import { z } from 'zod';
import { PEERS_OUT } from '../lib/real-peers.ts';
import type { VitestChoice } from '../lib/vitest.ts';
import { probeNetBox } from './probe-netbox.ts';
import { probeOpenStack } from './probe-openstack.ts';
import type { Verdict } from './verdict.ts';

export interface Probed {
  readonly versions: readonly string[];
  readonly verdicts: readonly Verdict[];
}

export interface Release {
  readonly name: string;
  /** The real system to start first; null for a double. */
  readonly peer: string | null;
  /** Makes every declared call. */
  probe(): Promise<Probed>;
  /** The twin suites of this release, and what they need to find it. */
  suite(): Promise<{ readonly project: string; readonly choice: VitestChoice }>;
}

/** Below 4.6 there are no real packages: the double has the quirks of each line. */
const doubles = netBoxVersions.filter((version) => version !== '4.7');

export const RELEASES: readonly Release[] = [
  openstack('openstack', 'FM_PEER_OPENSTACK_CLOUDS', 'the real ones of Debian 12'),
  openstack('openstack-latest', 'FM_PEER_OPENSTACK_LATEST_CLOUDS', 'the real ones of the latest release'),
  netbox('netbox-4.7.1', 'netbox-4.7.1'),
  netbox('netbox-4.7.3', 'netbox'),
  ...doubles.map(netboxDouble),
];

function openstack(peer: string, variable: string, title: string): Release {
  const file = path.join(PEERS_OUT, `${peer}-clouds.yaml`);
  return {
    name: peer,
    peer,
    probe: async () =>
      probeOpenStack({ clouds: await readFile(file, 'utf8'), cloud: 'fleet', writer: 'fleet-norules' }),
    suite: async () => ({
      project: 'peers',
      choice: { env: { [variable]: file }, files: ['test/peers/openstack.test.ts'], namesContain: title },
    }),
  };
}

const tokens = z.object({ v2: z.string() });
const NetBoxInfo = z.object({
  url: z.string(),
  tokens: z.object({ mirror: tokens, limited: tokens, admin: tokens }),
});

function netbox(name: string, peer: string): Release {
  const info = async () => NetBoxInfo.parse(JSON.parse(await readFile(path.join(PEERS_OUT, `${peer}.json`), 'utf8')));
  return {
    name,
    peer,
    probe: async () => {
      const { url, tokens } = await info();
      return probeNetBox({ url, token: tokens.mirror.v2 });
    },
    suite: async () => {
      const { url, tokens } = await info();
      const env = {
        FM_PEER_NETBOX_URL: url,
        FM_PEER_NETBOX_TOKEN: tokens.mirror.v2,
        FM_PEER_NETBOX_LIMITED_TOKEN: tokens.limited.v2,
        FM_PEER_NETBOX_ADMIN_TOKEN: tokens.admin.v2,
      };
      return {
        project: 'peers',
        choice: { env, files: ['test/peers/netbox.test.ts', 'test/peers/netbox-shapes.test.ts'] },
      };
    },
  };
}

function netboxDouble(version: NetBoxVersion): Release {
  return {
    name: `double-${version}`,
    peer: null,
    probe: async () => {
      const double = await startNetBoxDouble({ plan: planSite({ racks: 1 }), version });
      // Tokens of version 2 exist from 4.5 on.
      const form = version === '4.2' || version === '4.4' ? 'v1' : 'v2';
      return probeNetBox({ url: double.url, token: double.tokens.mirror[form] }).finally(() => double.close());
    },
    suite: async () => ({
      project: 'twins',
      choice: { files: ['test/twins/netbox/netbox.test.ts'], namesContain: `the NetBox double as ${version}` },
    }),
  };
}
