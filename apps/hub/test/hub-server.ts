import { randomBytes } from 'node:crypto';
import { createHubClient, type HubClient } from '@fleet-manager/contract/client';
import { AGENT_PERMISSIONS } from '@fleet-manager/contract/permissions';
import { createLogger } from '@fleet-manager/platform/logging';
import { buildHub, type HubOptions } from '../src/app.ts';
import { deriveKeys } from '../src/session/keys.ts';
import { personPrincipal } from '../src/session/sessions.ts';
import { createHubDatabase, type HubDatabase } from './hub-database.ts';

export interface HubServer {
  readonly url: string;
  readonly database: HubDatabase;
  /** As a person, and as the openstack-agent of satellite `sys1` at keflavik. */
  readonly person: HubClient;
  readonly agent: HubClient;
  readonly personToken: string;
  readonly agentToken: string;
  /** A token of a person who may see these sites only. */
  personOf(sites: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

export const AGENT_ID = 'ironic-agent-sys1';

/** A whole hub in this process, on a port and a database of its own, or on the one that is given: it is dropped at the end. */
export async function startHub(
  options: Partial<Omit<HubOptions, 'database'>> & { readonly database?: HubDatabase } = {},
): Promise<HubServer> {
  const database = options.database ?? (await createHubDatabase());
  const satellites = [{ name: 'sys1', siteSlugs: ['keflavik'] }];
  const hub = await buildHub({
    keys: deriveKeys(randomBytes(32)),
    log: createLogger('hub-test', 'silent'),
    deviceRoleClassMapping: { 'compute-tray': 'GPU_COMPUTE' },
    satellites,
    ...options,
    database,
  });
  const url = await hub.listen({ port: 0 });
  const personToken = await hub.tokens.issue({ ...personPrincipal('operator', null), ttlSeconds: 3600 });
  const agentToken = await hub.tokens.issue({
    kind: 'agent',
    id: AGENT_ID,
    displayName: AGENT_ID,
    satellite: 'sys1',
    permissions: AGENT_PERMISSIONS,
    sites: ['keflavik'],
    ttlSeconds: 3600,
  });
  return {
    url,
    database,
    personToken,
    agentToken,
    personOf: (sites) => hub.tokens.issue({ ...personPrincipal('operator', null), sites, ttlSeconds: 3600 }),
    person: createHubClient({ baseUrl: url, token: () => personToken }),
    agent: createHubClient({ baseUrl: url, token: () => agentToken }),
    close: async () => {
      await hub.close();
      await database.drop();
    },
  };
}

export const bearer = (token: string): { authorization: string } => ({ authorization: `Bearer ${token}` });
