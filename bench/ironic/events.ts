import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadCloud } from '@fleet-manager/clients/clouds/load';
import { openSession } from '@fleet-manager/clients/keystone/session';
import { createHubClient, type HubClient } from '@fleet-manager/contract/client';
import { readContext } from '@fleet-manager/platform/context';
import { stringify } from 'yaml';
import { freePort } from '../../apps/fleet/src/free-port.ts';
import { FleetProcess, until } from '../../test/e2e/fleet-process.ts';
import { eventually, ironicDriver } from '../../test/twins/openstack/target.ts';
import { openEventClients } from '../lib/event-clients.ts';
import type { BenchLine } from '../lib/line.ts';
import { duration, durations, spreadOf } from '../lib/stats.ts';
import { type BenchNetBox, benchNetBox, CLUSTERS } from '../netbox/peer.ts';
import { type BenchIronic, benchIronic } from './peer.ts';

const CLIENTS = 200;
const CHANGES = 15;
const POLL_SECONDS = 10;
const SLACK_MS = 1000;
/** A first mirror of the whole site, and the first walk over Ironic. */
const READY_WITHIN_MS = 240_000;

export const ironicEvents: BenchLine = {
  id: 'ironic-events',
  work: 'A change in a real Ironic of 1,000 nodes, until its event is at 200 console clients',
  against: `one poll of ${POLL_SECONDS} s`,
  goal: 'P99 ≤ one poll + 1 s',
  async run(tools) {
    const netbox = await benchNetBox(tools);
    const ironic = await benchIronic(tools);
    const dir = await mkdtemp(path.join(tmpdir(), 'fm-bench-events-'));
    const fleet = await startProduct(dir, netbox, ironic);
    const session = openSession(loadCloud({ file: ironic.cloudsFile, cloud: 'fleet-norules' }));
    try {
      await fleet.process.loginUrl();
      const { hubUrl, token } = await fleet.credentials();
      const hub = createHubClient({ baseUrl: hubUrl, token: () => token });
      const names = Array.from(
        { length: CHANGES },
        (_, at) => `sys1-ice2-p-phy-gpu${String(at * 40 + 7).padStart(4, '0')}`,
      );
      tools.progress('waiting for the first mirror and the first walk');
      const ids = new Map<string, string>();
      for (const name of names) ids.set(name, await until(() => enrolled(hub, name), READY_WITHIN_MS, 1000));
      const driver = ironicDriver(session);
      const put = (id: string) =>
        eventually(() =>
          driver.http.call('setMaintenance', { ...asked(driver.headers, id), body: { reason: 'bench' } }),
        );
      const clients = await openEventClients(hubUrl, token, CLIENTS);
      const latencies: number[] = [];
      try {
        for (const [at, name] of names.entries()) {
          tools.signal.throwIfAborted();
          tools.progress(`change ${at + 1} of ${CHANGES}`);
          // Changes fall anywhere between two polls.
          await delay(Math.random() * POLL_SECONDS * 1000, undefined, { signal: tools.signal });
          const since = performance.now();
          await put(name);
          const heard = await clients.heard(ids.get(name) ?? '', since, 6 * POLL_SECONDS * 1000);
          latencies.push(...heard.map((time) => time - since));
        }
      } finally {
        clients.close();
        const { headers } = driver;
        for (const name of names)
          await driver.http.call('clearMaintenance', asked(headers, name)).catch(() => undefined);
      }
      const sorted = latencies.sort((a, b) => a - b);
      const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY;
      const bound = POLL_SECONDS * 1000 + SLACK_MS;
      const met = p99 <= bound;
      return {
        met,
        repeats: CHANGES,
        measured: `P99 ${duration(p99)} of at most ${duration(bound)}`,
        details: [
          `From the moment before the request to Ironic until a client has the event: ${durations(spreadOf(sorted))}, ${sorted.length} deliveries. NetBox’s 40 racks are mirrored by the same hub meanwhile.`,
        ],
        ...(met ? {} : { whyNot: WHY_MISSED }),
      };
    } finally {
      await session.close();
      await fleet.process.stop();
      await rm(dir, { recursive: true, force: true });
      await ironic.stop(tools);
      await netbox.stop(tools);
    }
  },
};

const WHY_MISSED =
  'Polls begin at a steady interval, so that a change waits for one interval at most, and then for the walk over 1,000 nodes and for what the satellite and the hub make of it, on the cores that NetBox, Ironic and three databases share. The walk alone takes 2 to 4 s, which is more than the second that the goal leaves: see ironic-poll for what would shorten it.';

const asked = (headers: Readonly<Record<string, string>>, id: string) => ({ headers, params: { id } });

async function startProduct(dir: string, netbox: BenchNetBox, ironic: BenchIronic) {
  const tokenFile = path.join(dir, 'netbox-token');
  await writeFile(tokenFile, netbox.mirrorToken, { mode: 0o600 });
  const settings = {
    environment: 'dev',
    hub: {
      netbox: {
        url: netbox.url,
        token: { file: tokenFile },
        deviceFilters: { clusters: CLUSTERS },
        deviceRoleClassMapping: { 'compute-tray': 'GPU_COMPUTE' },
      },
    },
    satellite: {
      name: 'sys1-ice2',
      siteSlugs: ['keflavik'],
      openstack: {
        overcloud: { cloudsFile: ironic.cloudsFile, cloud: ironic.cloud },
        validationProject: 'slurm',
        placementEnabled: false,
        pollSeconds: POLL_SECONDS,
      },
    },
  };
  const file = path.join(dir, 'site.yaml');
  await writeFile(file, stringify(settings), { mode: 0o600 });
  const env = { XDG_CONFIG_HOME: path.join(dir, 'config'), FM_CONTEXT_FILE: '' };
  await mkdir(env.XDG_CONFIG_HOME);
  const args = ['--site', file, '--port', String(await freePort()), '--data', path.join(dir, 'data')];
  return {
    process: new FleetProcess(args, env),
    credentials: async () => {
      const context = await readContext(path.join(env.XDG_CONFIG_HOME, 'fleet-manager', 'contexts.json'));
      if (context === undefined) throw new Error('npm start left no context');
      return { hubUrl: context.hubUrl, token: (await readFile(context.tokenFile, 'utf8')).trim() };
    },
  };
}

/** The id of the device once Ironic has been seen to hold its node. */
async function enrolled(hub: HubClient, name: string): Promise<string | undefined> {
  const { data } = await hub.GET('/api/v1/devices', { params: { query: { q: name, limit: 5 } } });
  const id = data?.items.find((device) => device.name === name)?.id;
  if (id === undefined) return undefined;
  const { data: device } = await hub.GET('/api/v1/devices/{id}', { params: { path: { id } } });
  return device?.conditions.some(({ type, status }) => type === 'Enrolled' && status === 'True') ? id : undefined;
}
