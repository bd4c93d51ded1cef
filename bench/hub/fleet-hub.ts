import { randomBytes } from 'node:crypto';
import { AGENT_PERMISSIONS } from '@fleet-manager/contract/permissions';
import { createLogger } from '@fleet-manager/platform/logging';
import { buildHub } from '../../apps/hub/src/app.ts';
import type { Database } from '../../apps/hub/src/database/database.ts';
import { deriveKeys } from '../../apps/hub/src/session/keys.ts';
import { personPrincipal } from '../../apps/hub/src/session/sessions.ts';
import { fillLargeFleet, LARGE_FLEET_SITES, LARGE_FLEET_SOURCE } from '../../apps/hub/test/large-fleet.ts';
import { openHubStore } from '../lib/hub-store.ts';

export const DEVICES = 10_000;

/** A hub in this process over a database of its own that holds a fleet. */
export interface FleetHub {
  readonly url: string;
  readonly database: Database;
  readonly personToken: string;
  /** Of the agent that observes the nodes of every site. */
  readonly agentToken: string;
  close(): Promise<void>;
}

/** Starts PostgreSQL with the settings of `npm start`, fills it, and serves it. */
export async function fleetHub(): Promise<FleetHub> {
  const store = await openHubStore();
  try {
    const database = await store.database();
    await fillLargeFleet(database.db, { devices: DEVICES, now: new Date() });
    const hub = await buildHub({
      database,
      keys: deriveKeys(randomBytes(32)),
      log: createLogger('bench', 'silent'),
      deviceRoleClassMapping: {},
      satellites: [],
      // What is measured is what is asked for: nothing else runs meanwhile.
      evaluateEveryMs: 3_600_000,
    });
    const url = await hub.listen({ port: 0 });
    const personToken = await hub.tokens.issue({ ...personPrincipal('bench', null), ttlSeconds: 36_000 });
    const agentToken = await hub.tokens.issue({
      kind: 'agent',
      id: LARGE_FLEET_SOURCE,
      displayName: LARGE_FLEET_SOURCE,
      satellite: 'sys1',
      permissions: AGENT_PERMISSIONS,
      sites: LARGE_FLEET_SITES,
      ttlSeconds: 36_000,
    });
    return {
      url,
      database,
      personToken,
      agentToken,
      close: async () => {
        await hub.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Sends a report of the agent, answers the bytes of its body. Throws when the hub refuses it. */
export async function putReport(hub: FleetHub, report: object): Promise<number> {
  const body = JSON.stringify(report);
  const response = await fetch(`${hub.url}/api/v1/agents/${LARGE_FLEET_SOURCE}/condition-reports`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${hub.agentToken}`, 'content-type': 'application/json' },
    body,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the report was refused with ${response.status}: ${text.slice(0, 300)}`);
  return Buffer.byteLength(body);
}
