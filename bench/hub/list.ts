import { z } from 'zod';
import { interleave } from '../lib/interleave.ts';
import type { BenchLine } from '../lib/line.ts';
import { durations, times } from '../lib/stats.ts';
import { benchNetBox } from '../netbox/peer.ts';
import { DEVICES, type FleetHub, fleetHub } from './fleet-hub.ts';

const ROWS = 100;
/** Lists a repeat: one takes a few milliseconds. */
const ROUNDS = 40;
const NETBOX_ROUNDS = 5;

export const hubList: BenchLine = {
  id: 'hub-list',
  work: `List ${ROWS} of ${DEVICES.toLocaleString('en')} devices with status, filtered and sorted`,
  against: 'the same rows by raw SQL and JSON in the hub’s process; the device list of a real NetBox',
  goal: '≤ 2× the floor; ≥ 20× faster than NetBox',
  async run(tools) {
    const netbox = await benchNetBox(tools);
    const hub = await fleetHub();
    try {
      const floorRows = await openFloor(hub);
      const fromHub = () =>
        getJson(`${hub.url}/api/v1/devices?status=customer&sort=-statusSince&limit=${ROWS}`, hub.personToken);
      const fromNetBox = () =>
        getJson(
          `${netbox.url}/api/dcim/devices/?status=active&ordering=-last_updated&limit=${ROWS}`,
          netbox.mirrorToken,
        );
      requireRows(await fromHub(), 'items');
      requireRows(await fromNetBox(), 'results');
      requireEqual(await fromHub(), await floorRows());
      const result = await interleave({
        ...tools,
        repeats: 5,
        subject: async () => ({ ms: await meanMs(ROUNDS, fromHub) }),
        floor: async () => ({
          ms: await meanMs(ROUNDS, floorRows),
          netboxMs: await meanMs(NETBOX_ROUNDS, fromNetBox),
        }),
      });
      const overFloor = result.ratio((subject, floor) => subject.ms / floor.ms);
      const faster = result.ratio((subject, floor) => floor.netboxMs / subject.ms);
      const met = overFloor.median <= 2 && faster.median >= 20;
      return {
        met,
        repeats: result.repeats,
        measured: `${times(overFloor)} the floor; ${times(faster)} faster than NetBox`,
        details: [
          `Over HTTP on loopback, one after the other: ${durations(result.subject.ms)} a list, with authentication, permission, validation of the answer and its ETag.`,
          `The same columns by one raw query, shaped and written as JSON, without HTTP: ${durations(result.floor.ms)}.`,
          `NetBox with 1,650 devices, filtered by status and sorted by time: ${durations(result.floor.netboxMs)}.`,
        ],
        ...(met ? {} : { whyNot: whyMissed(overFloor.median, faster.median) }),
      };
    } finally {
      await hub.close();
      await netbox.stop(tools);
    }
  },
};

/** The list as one prepared statement and its rows as JSON: what no server can do without. Answers the text. */
async function openFloor(hub: FleetHub): Promise<() => Promise<string>> {
  const client = await hub.database.connect();
  const query = {
    name: 'floor',
    text: `
      select d.id, d.netbox_id, d.name, d.serial, d.asset_tag, d.site_slug, d.location, d.rack, d.position, d.role,
        d.device_class, d.device_type, d.cluster, d.netbox_status, d.tags, d.platform_class, d.primary_ip, d.oob_ip,
        d.operational_status, d.status_summary, d.also_true, d.status_since, d.gates_met, d.gates_total, d.ironic_node_id,
        d.deleted_at, d.version,
        (select min(greatest(c.observed_at, case when c.covered then w.observed_at end)) from conditions c
          left join condition_coverage w on w.source = c.source and w.scope = c.scope
          where c.device_id = d.id and c.type = any(d.based_on)) as observed_at,
        (select m.first_missed_at from inventory_missing m
          where m.object_type = 'dcim.device' and m.netbox_id = d.netbox_id) as missing_since
      from devices d where d.operational_status = 'customer' and d.deleted_at is null
      order by d.status_since desc, d.id desc limit $1`,
    values: [ROWS],
  };
  return async () => JSON.stringify((await client.query(query)).rows);
}

async function getJson(url: string, token: string): Promise<string> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 300)}`);
  return text;
}

async function meanMs(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  for (let round = 0; round < rounds; round += 1) await work();
  return (performance.now() - began) / rounds;
}

const Named = z.array(z.object({ id: z.union([z.string(), z.number()]) }));

function idsOf(text: string, key?: string): readonly (string | number)[] {
  const parsed: unknown = JSON.parse(text);
  const rows = key === undefined ? parsed : z.record(z.string(), z.unknown()).parse(parsed)[key];
  return Named.parse(rows).map((row) => row.id);
}

function requireRows(text: string, key: string): void {
  const { length } = idsOf(text, key);
  if (length !== ROWS) throw new Error(`${length} of ${ROWS} rows were listed`);
}

function requireEqual(ours: string, floor: string): void {
  if (idsOf(ours, 'items').join() !== idsOf(floor).join())
    throw new Error('the hub lists other devices than the floor');
}

function whyMissed(overFloor: number, faster: number): string {
  const why: string[] = [];
  if (overFloor > 2) why.push('TODO');
  if (faster < 20) why.push('TODO');
  return why.join(' ');
}
