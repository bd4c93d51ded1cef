import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { keptSecret, readJson, writeWhole } from './files.ts';
import { FaultRules } from './http/faults.ts';
import { startNetBoxDouble } from './netbox/double.ts';
import { startOpenStackDouble } from './openstack/double.ts';
import type { SimulatorOptions } from './options.ts';
import { planSite } from './world/plan.ts';
import { restoreWorld, saveWorld } from './world/store.ts';
import { World } from './world/world.ts';

const SAVE_EVERY = 30_000;
/** A large site is many megabytes of JSON, and losing some minutes of it costs nothing. */
const SAVE_LARGE_EVERY = 300_000;
const LARGE = 1000;
const TICK = 250;
const SERVICES = ['netbox', 'keystone', 'ironic', 'nova', 'placement', 'glance'] as const;
type Ports = Record<(typeof SERVICES)[number], number>;

const lastRunSchema = z.object({ ports: z.record(z.string(), z.number()) });

/** What the outside needs to know of a running simulator. Holds no secret. */
export interface SimulatorReport {
  readonly netboxUrl: string;
  readonly netboxTokenFile: string;
  readonly cloudsFile: string;
  /** Cloud of the clouds file that Fleet Manager uses. */
  readonly cloud: string;
  readonly deployment: string;
  readonly siteSlug: string;
  readonly urls: Readonly<Record<string, string>>;
  readonly ports: Readonly<Record<string, number>>;
  readonly racks: number;
  readonly pid: number;
}

export interface Simulator {
  readonly report: SimulatorReport;
  readonly world: World;
  /** Saves the site and stops everything. */
  stop(): Promise<void>;
}

/** Starts a simulated site: one world, with the doubles of NetBox and OpenStack over it, kept in a directory. */
export async function startSimulator(options: SimulatorOptions, say: (line: string) => void): Promise<Simulator> {
  await mkdir(options.data, { recursive: true, mode: 0o700 });
  const file = (name: string) => path.join(options.data, name);
  const plan = planSite({ racks: options.racks });
  const world = new World({ plan, seed: options.seed, pace: options.pace, busy: !options.quiet });
  const kept = await readJson(file('world.json'));
  if (kept !== undefined && !restoreWorld(world, kept)) {
    say('the kept state belongs to a site of another size or seed; starting afresh');
  }
  const doubles = await startDoubles(world, options, {
    password: await keptSecret(file('openstack-secret')),
    lastPorts: lastRunSchema.safeParse(await readJson(file('simulator.json'))).data?.ports ?? {},
    say,
  });
  const { netbox, openstack } = doubles;
  const urls: Record<string, string> = { netbox: netbox.url, ...openstack.urls };
  const report: SimulatorReport = {
    netboxUrl: netbox.url,
    netboxTokenFile: file('netbox-token'),
    cloudsFile: file('clouds.yaml'),
    cloud: 'fleet',
    deployment: plan.deployment,
    siteSlug: plan.siteSlug,
    urls,
    ports: Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, Number(new URL(url).port)])),
    racks: options.racks,
    pid: process.pid,
  };
  await writeWhole(report.cloudsFile, openstack.cloudsYaml);
  await writeWhole(report.netboxTokenFile, `${netbox.tokens.mirror.v2}\n`);
  await writeWhole(file('simulator.json'), `${JSON.stringify(report, null, 2)}\n`);

  const save = () => writeWhole(file('world.json'), JSON.stringify(saveWorld(world)));
  const ticking = setInterval(() => world.tick(), TICK);
  const saving = setInterval(
    () => void save().catch((error: unknown) => say(`the site could not be saved: ${String(error)}`)),
    world.nodes.size > LARGE ? SAVE_LARGE_EVERY : SAVE_EVERY,
  );
  return {
    report,
    world,
    stop: async () => {
      clearInterval(ticking);
      clearInterval(saving);
      await Promise.all([netbox.close(), openstack.close()]);
      await save();
    },
  };
}

interface DoublesContext {
  readonly password: string;
  readonly lastPorts: Readonly<Record<string, number>>;
  readonly say: (line: string) => void;
}

/** Starts the doubles where they listened last time, so that addresses kept elsewhere stay good; else on free ports. */
async function startDoubles(world: World, options: SimulatorOptions, context: DoublesContext) {
  const asked = portsOf((name) => options[`${name}-port`]);
  const preferred = portsOf((name) => asked[name] || (context.lastPorts[name] ?? 0));
  try {
    return await listen(world, options, context.password, preferred);
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken || SERVICES.every((name) => preferred[name] === asked[name])) throw error;
    context.say('a port of the last run is taken; listening on free ones');
    return listen(world, options, context.password, asked);
  }
}

async function listen(world: World, options: SimulatorOptions, password: string, ports: Ports) {
  const faults = new FaultRules();
  const openstack = await startOpenStackDouble({ world, ports, faults, generation: options.generation, password });
  try {
    const netbox = await startNetBoxDouble({ plan: world.plan, port: ports.netbox, faults });
    return { openstack, netbox };
  } catch (error) {
    await openstack.close();
    throw error;
  }
}

function portsOf(port: (name: keyof Ports) => number): Ports {
  return {
    netbox: port('netbox'),
    keystone: port('keystone'),
    ironic: port('ironic'),
    nova: port('nova'),
    placement: port('placement'),
    glance: port('glance'),
  };
}
