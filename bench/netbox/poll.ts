import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { openHubStore } from '../lib/hub-store.ts';
import { interleave } from '../lib/interleave.ts';
import type { BenchLine, BenchTools, Measured } from '../lib/line.ts';
import { durations, times } from '../lib/stats.ts';
import { openMirror } from './mirror-run.ts';
import { type BenchNetBox, benchNetBox } from './peer.ts';

const REQUESTS_AT_MOST = 5;
const SERVER_MS_AT_MOST = 1000;

export const netboxPollIdle = pollLine({
  id: 'netbox-poll-idle',
  work: 'Change poll of the 40 racks with nothing changed',
  changes: 0,
});

export const netboxPollChanges = pollLine({
  id: 'netbox-poll-changes',
  work: 'Change poll of the 40 racks with 100 interfaces changed',
  changes: 100,
});

function pollLine({ id, work, changes }: { id: string; work: string; changes: number }): BenchLine {
  return {
    id,
    work,
    against: 'the naive way: the same lists read anew',
    goal: '≤ 5 requests; ≤ 1 s of the server’s processor time',
    async run(tools) {
      const netbox = await benchNetBox(tools);
      const store = await openHubStore();
      const mirror = openMirror(await store.database(), netbox.url, netbox.mirrorToken);
      try {
        tools.progress('full mirror first');
        // Config contexts are spread over polls, so the mirror is up to date when no more are waited for.
        for (let pass = await mirror.cycles.run(tools.signal); pass.contextsRead > 0; ) {
          if (pass.failure !== null) throw new Error(pass.failure.message);
          pass = await mirror.cycles.run(tools.signal);
        }
        return await measure(netbox, mirror.cycles, changes, tools);
      } finally {
        await mirror.close();
        await store.close();
        await netbox.stop(tools);
      }
    },
  };
}

async function measure(
  netbox: BenchNetBox,
  cycles: ReturnType<typeof openMirror>['cycles'],
  changes: number,
  tools: BenchTools,
): Promise<Measured> {
  const counted = async (work: () => Promise<void>) => {
    await netbox.takeRequests();
    const cpu = await netbox.serverMs();
    const began = performance.now();
    await work();
    const ms = performance.now() - began;
    // gunicorn notes a request after its answer has left.
    await delay(200);
    const answered = await netbox.takeRequests();
    return { ms, serverMs: (await netbox.serverMs()) - cpu, requests: answered.length };
  };
  const result = await interleave({
    ...tools,
    repeats: 3,
    warmUps: 0,
    subject: async () => {
      if (changes > 0) await changeInterfaces(netbox, changes);
      let found = 0;
      const sample = await counted(async () => {
        const report = await cycles.run(tools.signal);
        if (report.failure !== null) throw new Error(report.failure.message);
        found = report.counts['dcim.interface']?.changed ?? 0;
      });
      if (found !== changes) throw new Error(`the poll found ${found} of ${changes} changed interfaces`);
      return sample;
    },
    floor: () => counted(() => readAnew(netbox)),
  });
  const { requests, serverMs, ms } = result.subject;
  const met = requests.median <= REQUESTS_AT_MOST && serverMs.median <= SERVER_MS_AT_MOST;
  const cheaper = result.ratio((subject, floor) => floor.serverMs / Math.max(10, subject.serverMs));
  return {
    met,
    repeats: result.repeats,
    measured: `${requests.median} requests (${requests.min}-${requests.max}); ${durations(serverMs)}; ${times(cheaper)} less than the naive way`,
    details: [
      `A poll takes ${durations(ms)}. Every fifth poll asks each type whatever the change log says: where it fell into a repeat, it is the largest value.`,
      `The naive way: ${result.floor.requests.median} requests, ${durations(result.floor.serverMs)} of processor time.`,
    ],
    ...(met
      ? {}
      : {
          whyNot:
            'See the numbers above; the change log, the type that changed and the release are asked, and nothing else.',
        }),
  };
}

const Ids = z.object({ results: z.array(z.object({ id: z.number(), label: z.string() })) });

/** Gives so many interfaces another label, in one request. */
async function changeInterfaces(netbox: BenchNetBox, count: number): Promise<void> {
  const path = `dcim/interfaces/?site=keflavik&limit=${count}&ordering=id&fields=id,label`;
  const { results } = Ids.parse(await netbox.api('GET', path));
  const label = `bench ${Date.now() % 1e6}`;
  await netbox.api(
    'PATCH',
    'dcim/interfaces/',
    results.map(({ id }) => ({ id, label })),
  );
}

/** Each list from its start, with the mirror's own slim fields: what a poll costs that cannot ask for changes. */
async function readAnew(netbox: BenchNetBox): Promise<void> {
  const lists = [
    'dcim/devices/?fields=id,name,status,rack,position',
    'dcim/interfaces/?fields=id,name,device,label',
    'dcim/cables/?fields=id,status,label',
    'dcim/cable-terminations/?fields=id,cable,cable_end,termination_type,termination_id',
    'dcim/mac-addresses/?fields=id,mac_address,assigned_object_id',
    'dcim/modules/?fields=id,device,serial',
    'ipam/ip-addresses/?fields=id,address,assigned_object_id',
  ];
  const Page = z.object({ results: z.array(z.object({ id: z.number() })) });
  for (const list of lists) {
    for (let start = 1; ; ) {
      const { results } = Page.parse(await netbox.api('GET', `${list}&limit=1000&start=${start}`));
      const last = results.at(-1);
      if (last === undefined || results.length < 1000) break;
      start = last.id + 1;
    }
  }
}
