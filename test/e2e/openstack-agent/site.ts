import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ORPHAN_KINDS } from '@fleet-manager/domain/ironic/orphans';
import { createLogger } from '@fleet-manager/platform/logging';
import { type OpenStackDouble, startOpenStackDouble } from '@fleet-manager/simulator/openstack/double';
import type { SimNode } from '@fleet-manager/simulator/world/model';
import { planSite } from '@fleet-manager/simulator/world/plan';
import { World } from '@fleet-manager/simulator/world/world';
import { onTestFinished } from 'vitest';
import { OpenStackAgent, type OpenStackAgentOptions } from '../../../apps/satellite/src/agents/openstack/agent.ts';
import { createHubPort } from '../../../apps/satellite/src/agents/openstack/hub-port.ts';
import { type RecordingHub, startRecordingHub } from './recording-hub.ts';

export const plan = planSite({ racks: 2 });
export const trays = plan.devices.filter((device) => device.role === 'compute-tray');

/** The id that the hub gave a device; any function of the name will do. */
export function deviceId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
/** The compute trays as the hub knows them. */
export const devices = () =>
  trays.map((tray, i) => ({
    id: deviceId(tray.name),
    netboxId: i + 1,
    name: tray.name,
    serial: tray.serial as string | null,
    siteSlug: plan.siteSlug,
    deviceClass: 'GPU_COMPUTE' as const,
    netboxStatus: tray.status as string,
    macs: [],
    version: 1,
  }));

/** Orphans are told as soon as their re-reads agree. */
const NO_AGE = Object.fromEntries(ORPHAN_KINDS.map((kind) => [kind, 0]));

/** One simulated site, its satellite's agent and a hub that records what it is told. */
export interface Site {
  readonly world: World;
  readonly hub: RecordingHub;
  readonly double: OpenStackDouble;
  readonly agent: OpenStackAgent;
  readonly logged: string[];
  /** Waits for complete walks that begin after now. */
  polls(count: number): Promise<void>;
  device(index: number): string;
  node(index: number): SimNode;
}

interface SiteOptions {
  readonly oddities?: boolean;
  readonly maxLimit?: number;
  readonly cloud?: string;
  readonly openstack?: Partial<OpenStackAgentOptions['openstack']>;
  readonly start?: boolean;
}

/** Waits for a condition. */
export async function eventually<T>(what: string, look: () => T | undefined | false, withinMs = 20_000): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > until) throw new Error(`not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A folder that ends with the test. */
export async function folder(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'fm-agent-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** An agent of the site, not started. */
export function agentOf(
  hub: RecordingHub,
  dir: string,
  openstack: Partial<OpenStackAgentOptions['openstack']>,
  logged: string[] = [],
): OpenStackAgent {
  const log = createLogger('test', 'silent');
  log.info = (first: unknown, second?: unknown) => void logged.push(String(typeof first === 'string' ? first : second));
  return new OpenStackAgent({
    satellite: plan.deployment,
    siteSlugs: [plan.siteSlug],
    version: '0.1.0',
    openstack: { placementEnabled: true, pollSeconds: 0.1, sweepSeconds: 0.3, orphanMinutes: NO_AGE, ...openstack },
    dataDir: dir,
    hub: createHubPort({ hubUrl: hub.url, clientId: `ironic-agent-${plan.deployment}`, token: async () => 'token' }),
    log,
    heartbeatMs: 50,
    discoveryMs: 100,
  });
}

/** Starts a site; everything ends with the test. */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const world = new World({ plan, oddities: options.oddities ?? false });
  const double = await startOpenStackDouble({
    world,
    ...(options.maxLimit === undefined ? {} : { maxLimit: options.maxLimit }),
  });
  const hub = await startRecordingHub(devices());
  const dir = await folder();
  const cloudsFile = path.join(dir, 'clouds.yaml');
  await writeFile(cloudsFile, double.cloudsYaml, { mode: 0o600 });
  const logged: string[] = [];
  const agent = agentOf(
    hub,
    dir,
    { overcloud: { cloudsFile, cloud: options.cloud ?? 'fleet' }, ...options.openstack },
    logged,
  );
  if (options.start !== false) agent.start();
  onTestFinished(async () => {
    await agent.stop();
    await double.close();
    await hub.close();
  });
  const tray = (index: number) => {
    const found = trays[index];
    if (found === undefined) throw new Error(`no tray ${index}`);
    return found;
  };
  return {
    world,
    hub,
    double,
    agent,
    logged,
    device: (index) => deviceId(tray(index).name),
    node: (index) => {
      const found = world.findNode(tray(index).name);
      if (found === undefined) throw new Error(`no node ${index}`);
      return found;
    },
    polls: async (count) => {
      const from = hub.reports.length;
      await eventually(`${count} reports`, () => hub.reports.length >= from + count + 1);
    },
  };
}

/** What the latest heartbeat says of one subject. */
export const degraded = (site: { hub: RecordingHub }, subject: string) =>
  site.hub.heartbeats.at(-1)?.degraded.find((one) => one.subject === subject);
/** What the latest heartbeat says of one loop. */
export const loop = (site: { hub: RecordingHub }, name: string) =>
  site.hub.heartbeats.at(-1)?.loops.find((one) => one.name === name);
