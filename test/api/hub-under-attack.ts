import { createHubDatabase } from '../../apps/hub/test/hub-database.ts';
import { type HubServer, startHub } from '../../apps/hub/test/hub-server.ts';
import { fillLargeFleet } from '../../apps/hub/test/large-fleet.ts';
import { recordedLog } from '../../apps/hub/test/recorded-log.ts';

/** Enough for several pages of everything, few enough that a request takes milliseconds. */
const DEVICES = 300;

export interface HubUnderAttack extends HubServer {
  /** What the hub logged as a fault of its own; nothing may make it do so. */
  faults(): readonly string[];
}

/** A hub with rows behind each route: two sites, conditions with history, findings, events, agents, an audit log. */
export async function startHubUnderAttack(): Promise<HubUnderAttack> {
  const database = await createHubDatabase();
  await fillLargeFleet(database.db, { devices: DEVICES, now: new Date() });
  const { log, faults } = recordedLog();
  return { ...(await startHub({ database, log })), faults };
}
