import { createHubDatabase } from '../../apps/hub/test/hub-database.ts';
import { type HubServer, startHub } from '../../apps/hub/test/hub-server.ts';
import { fillLargeFleet } from '../../apps/hub/test/large-fleet.ts';

/** Enough for several pages of everything, few enough that a request takes milliseconds. */
const DEVICES = 300;

/** A hub with rows behind each route: two sites, conditions with history, findings, events, agents, an audit log. */
export async function startHubUnderAttack(): Promise<HubServer> {
  const database = await createHubDatabase();
  await fillLargeFleet(database.db, { devices: DEVICES, now: new Date() });
  return startHub({ database });
}
