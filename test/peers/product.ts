import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Agent } from '@fleet-manager/contract/api/agents';
import { Device, type DeviceComponents, DeviceSummary } from '@fleet-manager/contract/api/devices';
import { createHubClient, type HubClient } from '@fleet-manager/contract/client';
import type { ConditionType } from '@fleet-manager/domain/condition';
import { readContext } from '@fleet-manager/platform/context';
import { expect } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { freePort } from '../../apps/fleet/src/free-port.ts';
import { FleetProcess, fleetctl, until } from '../e2e/fleet-process.ts';

/** How the product is to be run: the changes to the site file that `npm run peers -- up` wrote. */
export interface SiteChanges {
  readonly pollSeconds: number;
  readonly netboxToken?: string;
  /** A clouds file in place of the site's own, and the cloud in it. */
  readonly clouds?: { readonly text: string; readonly cloud: string };
}

export type Components = z.infer<typeof DeviceComponents>;
type Loop = 'netbox-changes' | 'ironic-nodes-overcloud';

const SiteFile = z.looseObject({
  hub: z.looseObject({ netbox: z.looseObject({ token: z.looseObject({ file: z.string() }) }) }),
  satellite: z.looseObject({
    openstack: z.looseObject({ overcloud: z.looseObject({ cloudsFile: z.string(), cloud: z.string() }) }),
  }),
});
/** A pass on a machine that has much else to do; what is quick is not waited for. */
const PATIENCE_MS = 90_000;

/** `npm start -- --site FILE` against real systems, and what its users see of it: by fleetctl, and by the API with its token. */
export class Product {
  readonly #dir: string;
  readonly #env: Record<string, string>;
  readonly #fleet: FleetProcess;
  readonly api: HubClient;

  private constructor(dir: string, env: Record<string, string>, fleet: FleetProcess, api: HubClient) {
    this.#dir = dir;
    this.#env = env;
    this.#fleet = fleet;
    this.api = api;
  }

  static async start(siteFile: string, changes: SiteChanges): Promise<Product> {
    const dir = await mkdtemp(path.join(tmpdir(), 'fm-peers-'));
    const settings = SiteFile.parse(parse(await readFile(siteFile, 'utf8')));
    const beside = (file: string) => path.resolve(path.dirname(siteFile), file);
    const { netbox } = settings.hub;
    const { openstack } = settings.satellite;
    netbox.token.file = beside(netbox.token.file);
    if (changes.netboxToken !== undefined) {
      netbox.token.file = path.join(dir, 'netbox-token');
      await writeFile(netbox.token.file, changes.netboxToken, { mode: 0o600 });
    }
    openstack.overcloud.cloudsFile = beside(openstack.overcloud.cloudsFile);
    if (changes.clouds !== undefined) {
      openstack.overcloud = { cloudsFile: path.join(dir, 'clouds.yaml'), cloud: changes.clouds.cloud };
      await writeFile(openstack.overcloud.cloudsFile, changes.clouds.text, { mode: 0o600 });
    }
    netbox.pollSeconds = changes.pollSeconds;
    openstack.pollSeconds = changes.pollSeconds;
    openstack.sweepSeconds = 5 * changes.pollSeconds;
    const file = path.join(dir, 'site.yaml');
    await writeFile(file, stringify(settings), { mode: 0o600 });

    const env = { XDG_CONFIG_HOME: path.join(dir, 'config'), FM_CONTEXT_FILE: '' };
    await mkdir(env.XDG_CONFIG_HOME);
    const args = ['--site', file, '--port', String(await freePort()), '--data', path.join(dir, 'data')];
    const fleet = new FleetProcess(args, env);
    try {
      await fleet.loginUrl();
      const context = await readContext(path.join(env.XDG_CONFIG_HOME, 'fleet-manager', 'contexts.json'));
      if (context === undefined) throw new Error('npm start left no context');
      const token = (await readFile(context.tokenFile, 'utf8')).trim();
      return new Product(dir, env, fleet, createHubClient({ baseUrl: context.hubUrl, token: () => token }));
    } catch (error) {
      await fleet.stop();
      await rm(dir, { recursive: true, force: true });
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.#fleet.stop();
    await rm(this.#dir, { recursive: true, force: true });
  }

  /** What fleetctl prints as JSON. */
  async fleetctl(...args: string[]): Promise<unknown> {
    const { code, stdout, stderr } = await fleetctl([...args, '-o', 'json'], this.#env);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  }

  async devices(): Promise<DeviceSummary[]> {
    return z.array(DeviceSummary).parse(await this.fleetctl('devices', 'list'));
  }

  async agents(): Promise<z.infer<typeof Agent>[]> {
    const { data } = await this.api.GET('/api/v1/agents', { params: { query: { limit: 100 } } });
    return z.array(Agent).parse(data?.items);
  }

  async device(id: string): Promise<Device> {
    const { data } = await this.api.GET('/api/v1/devices/{id}', { params: { path: { id } } });
    return Device.parse(data);
  }

  async components(id: string): Promise<Components> {
    const { data } = await this.api.GET('/api/v1/devices/{id}/components', { params: { path: { id } } });
    if (data === undefined) throw new Error(`no components of ${id}`);
    return data;
  }

  /** The id of a device that NetBox knows by this number, once the hub has it. */
  async deviceOf(netboxId: number, name: string): Promise<string> {
    return until(async () => {
      const query = { q: name, includeDeleted: 'true' as const, limit: 50 };
      const { data } = await this.api.GET('/api/v1/devices', { params: { query } });
      return data?.items.find((device) => device.netboxId === netboxId)?.id;
    }, PATIENCE_MS);
  }

  /** The device as it is once `holds` says that it is as it ought to be: for what may take more than one poll. */
  async eventually(id: string, holds: (device: Device) => boolean): Promise<Device> {
    let last: Device | undefined;
    try {
      return await until(async () => {
        last = await this.device(id);
        return holds(last) ? last : undefined;
      }, PATIENCE_MS);
    } catch {
      throw new Error(`the hub still shows ${inBrief(last)}`);
    }
  }

  /**
   * The device as the first walk over Ironic shows it that begins after this call: what holds in Ironic now must be in the
   * hub then, whatever the clock says.
   */
  async afterNextWalk(id: string): Promise<Device> {
    const from = Date.now();
    return this.eventually(id, ({ conditions }) =>
      conditions.some(({ type, observedAt }) => type === 'Enrolled' && Date.parse(observedAt) >= from),
    );
  }

  /** Waits for the end of the first pass of one of the netbox-agent's polls that begins after `from`; gives its beginning. */
  async passAfter(from: number, loop: Loop = 'netbox-changes'): Promise<number> {
    return until(async () => {
      const loops = (await this.agents()).flatMap((agent) => agent.loops);
      // The heartbeat that carries the beginning of a pass is sent when the pass has ended.
      const began = Date.parse(loops.find(({ name }) => name === loop)?.lastStartedAt ?? '');
      return began >= from ? began : undefined;
    }, PATIENCE_MS);
  }
}

/** `status reason` of a condition. */
export function verdictOf(device: Device, type: ConditionType): string {
  const found = device.conditions.find((condition) => condition.type === type);
  return found === undefined ? 'none' : `${found.status} ${found.reason}`;
}

export function inBrief(device: Device | undefined): string {
  if (device === undefined) return 'nothing';
  const conditions = device.conditions.map((one) => `${one.type} ${one.status} ${one.reason}`);
  return `${device.name} ${device.operational_status}: ${conditions.join(', ')}`;
}
