import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createHubClient, type HubClient } from '@fleet-manager/contract/client';
import { AGENT_PERMISSIONS } from '@fleet-manager/contract/permissions';
import { createLogger, type Logger } from '@fleet-manager/platform/logging';
import { buildHub } from '../../apps/hub/src/app.ts';
import type { Database } from '../../apps/hub/src/database/database.ts';
import { deriveKeys } from '../../apps/hub/src/session/keys.ts';
import { personPrincipal } from '../../apps/hub/src/session/sessions.ts';
import { OpenStackAgent } from '../../apps/satellite/src/agents/openstack/agent.ts';
import { createHubPort } from '../../apps/satellite/src/agents/openstack/hub-port.ts';

export const SITE = 'keflavik';
export const SATELLITE = 'sys1-ice2';
export const AGENT_ID = `ironic-agent-${SATELLITE}`;
const silent = createLogger('upgrade', 'silent');

export interface OpenedHub {
  readonly url: string;
  readonly person: HubClient;
  readonly agentToken: string;
  readonly personToken: string;
  close(): Promise<void>;
}

/** The hub of this source, over a database that is migrated already. */
export async function openHub(database: Database, log: Logger = silent): Promise<OpenedHub> {
  const hub = await buildHub({
    database,
    log,
    keys: deriveKeys(randomBytes(32)),
    deviceRoleClassMapping: { 'compute-tray': 'GPU_COMPUTE' },
    satellites: [{ name: SATELLITE, siteSlugs: [SITE] }],
  });
  const url = await hub.listen({ port: 0 });
  const personToken = await hub.tokens.issue({ ...personPrincipal('operator', null), ttlSeconds: 3600 });
  const agentToken = await hub.tokens.issue({
    kind: 'agent',
    id: AGENT_ID,
    displayName: AGENT_ID,
    satellite: SATELLITE,
    permissions: AGENT_PERMISSIONS,
    sites: [SITE],
    ttlSeconds: 3600,
  });
  const person = createHubClient({ baseUrl: url, token: () => personToken });
  return { url, person, agentToken, personToken, close: () => hub.close() };
}

export interface SatelliteOptions {
  readonly hubUrl: string;
  readonly token: string;
  /** Text of the clouds.yaml. */
  readonly clouds: string;
}

/** The satellite of this source, at a quick pace. */
export async function startSatellite(
  options: SatelliteOptions,
): Promise<{ agent: OpenStackAgent; stop(): Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'fm-upgrade-'));
  const cloudsFile = path.join(dir, 'clouds.yaml');
  await writeFile(cloudsFile, options.clouds, { mode: 0o600 });
  const agent = new OpenStackAgent({
    satellite: SATELLITE,
    siteSlugs: [SITE],
    version: '0.1.0',
    openstack: {
      overcloud: { cloudsFile, cloud: 'fleet' },
      placementEnabled: true,
      pollSeconds: 0.2,
      sweepSeconds: 0.5,
    },
    dataDir: dir,
    hub: createHubPort({ hubUrl: options.hubUrl, clientId: AGENT_ID, token: async () => options.token }),
    log: silent,
    heartbeatMs: 100,
    discoveryMs: 100,
  });
  agent.start();
  return {
    agent,
    stop: async () => {
      await agent.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** What `look` answers once it answers something; its last words when it does not in time. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  withinMs = 60_000,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`not within ${withinMs / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
