import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../apps/hub/src/database/database.ts';
import { openHubStore } from '../lib/hub-store.ts';
import { interleave } from '../lib/interleave.ts';
import type { BenchLine } from '../lib/line.ts';
import { python } from '../lib/python.ts';
import { durations, times } from '../lib/stats.ts';
import { openMirror } from './mirror-run.ts';
import { type AnsweredRequest, type BenchNetBox, benchNetBox } from './peer.ts';

/** The lists that hold nearly all rows, as pynetbox names them, and as the mirror does. */
const LISTS = {
  'dcim.devices': 'dcim.device',
  'dcim.interfaces': 'dcim.interface',
  'dcim.cables': 'dcim.cable',
  'dcim.mac_addresses': 'dcim.macaddress',
  'dcim.modules': 'dcim.module',
  'ipam.ip_addresses': 'ipam.ipaddress',
} as const;
/** All rows would take pynetbox many minutes a repeat: it reads so many of each list, and the rest is reckoned by their number. */
const SAMPLE_ROWS = 400;

export const netboxMirror: BenchLine = {
  id: 'netbox-mirror',
  work: 'Full mirror of a real NetBox of 40 racks, until the hub’s database equals it',
  against: 'pynetbox `.all()` over the same lists, same server; bare answers to the same requests',
  goal: '≥ 10× faster; ≤ 1.3× the time the server itself needs to answer',
  async run(tools) {
    const netbox = await benchNetBox(tools);
    const store = await openHubStore();
    try {
      let requests: readonly AnsweredRequest[] = [];
      let counts: Readonly<Record<string, number>> = {};
      const result = await interleave({
        ...tools,
        warmUps: 0,
        subject: async () => {
          const database = await store.database();
          const mirror = openMirror(database, netbox.url, netbox.mirrorToken);
          try {
            await netbox.takeRequests();
            const cpu = await netbox.serverMs();
            const began = performance.now();
            const report = await mirror.cycles.run(tools.signal);
            const ms = performance.now() - began;
            if (report.failure !== null) throw new Error(report.failure.message);
            const serverMs = (await netbox.serverMs()) - cpu;
            requests = await settledRequests(netbox);
            counts = await requireEqual(database, netbox);
            return { ms, serverMs, requests: requests.length };
          } finally {
            await mirror.close();
          }
        },
        floor: async () => {
          const list = z.record(z.string(), z.object({ rows: z.number(), seconds: z.number() }));
          const args = [netbox.url, netbox.mirrorToken, String(SAMPLE_ROWS), ...Object.keys(LISTS)];
          const sampled = list.parse(JSON.parse(await python('netbox/pynetbox_all.py', args)));
          const all = await netbox.counts();
          let pynetboxMs = 0;
          for (const [name, { rows, seconds }] of Object.entries(sampled))
            pynetboxMs += (seconds * 1000 * (all[name] ?? rows)) / Math.max(1, rows);
          return { pynetboxMs, answersMs: await answer(netbox, requests) };
        },
      });
      const faster = result.ratio((subject, floor) => floor.pynetboxMs / subject.ms);
      const overServer = result.ratio((subject, floor) => subject.ms / floor.answersMs);
      const met = faster.median >= 10 && overServer.median <= 1.3;
      return {
        met,
        repeats: result.repeats,
        measured: `${times(faster)} faster; ${times(overServer)} the server’s own time`,
        details: [
          `The mirror took ${durations(result.subject.ms)} and ${result.subject.requests.median} requests; the server spent ${durations(result.subject.serverMs)} of processor time on them.`,
          `The same requests one after the other, their answers thrown away: ${durations(result.floor.answersMs)}.`,
          `pynetbox: ${durations(result.floor.pynetboxMs)}, reckoned from the first ${SAMPLE_ROWS} rows of each list by the number of its rows.`,
          `Rows: ${Object.entries(counts)
            .map(([type, count]) => `${count} ${type}`)
            .join(
              ', ',
            )}. Checked after each repeat: the live rows of each list are as many in the hub as in NetBox’s mirrored clusters.`,
        ],
        ...(met ? {} : { whyNot: whyMissed(faster.median, overServer.median) }),
      };
    } finally {
      await store.close();
      await netbox.stop(tools);
    }
  },
};

function whyMissed(faster: number, overServer: number): string {
  const why: string[] = [];
  if (faster < 10)
    why.push(
      'Nearly all of the time is the server’s own: lists are asked for without the fields that cost it a query per row, so that what is left is its work per row. Tried: reading a page ahead while the one before is written; one request instead of three for a list that one page holds.',
    );
  if (overServer > 1.3)
    why.push(
      'The server, its database, the hub and the hub’s database share the cores of one machine, so that what the hub computes while a page is under way slows that page. Tried: reading a page ahead; fewer requests.',
    );
  return why.join(' ');
}

/** gunicorn notes a request after its answer has left. */
async function settledRequests(netbox: BenchNetBox): Promise<readonly AnsweredRequest[]> {
  await delay(200);
  return netbox.takeRequests();
}

/** What the server needs to answer the requests, one after the other, milliseconds. */
async function answer(netbox: BenchNetBox, requests: readonly AnsweredRequest[]): Promise<number> {
  const began = performance.now();
  for (const { target } of requests) {
    const response = await fetch(netbox.url + target, { headers: { authorization: `Bearer ${netbox.mirrorToken}` } });
    await response.arrayBuffer();
  }
  return performance.now() - began;
}

/** Answers the live rows of each list; throws where the hub has not what NetBox has. */
async function requireEqual({ db }: Database, netbox: BenchNetBox): Promise<Record<string, number>> {
  const { rows } = await sql<{ type: string; count: number }>`
    select object_type as type, count(*)::int as count from inventory_objects where tombstoned_at is null group by 1
  `.execute(db);
  const held = new Map(rows.map((row) => [row.type, row.count]));
  const wanted = await netbox.mirroredCounts();
  for (const [name, type] of Object.entries(LISTS)) {
    const expected = wanted[name];
    if (expected !== undefined && held.get(type) !== expected)
      throw new Error(`the hub holds ${held.get(type) ?? 0} of ${expected} ${type}`);
  }
  return Object.fromEntries(Object.values(LISTS).map((type) => [type, held.get(type) ?? 0]));
}
