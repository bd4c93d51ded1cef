import { afterEach, beforeEach, expect, test } from 'vitest';
import { bearer, type HubServer, startHub } from '../../test/hub-server.ts';
import { recordedLog } from '../../test/recorded-log.ts';
import { withTransaction } from '../database/transaction.ts';
import { appendEvents, type NewEvent } from './outbox.ts';
import { sweepEvents } from './retention.ts';

let hub: HubServer;
beforeEach(async () => {
  hub = await startHub({ eventHeartbeatMs: 50 });
});
afterEach(() => hub.close());

const append = (...events: Partial<NewEvent>[]) =>
  withTransaction(hub.database.db, (trx) =>
    appendEvents(
      trx,
      events.map((event) => ({ kind: 'status.changed', siteSlug: 'keflavik', deviceId: null, data: {}, ...event })),
    ),
  );

/** Reads a stream until `enough` says so; answers the text so far. */
async function read(
  enough: (text: string) => boolean,
  options: { query?: string; headers?: Record<string, string>; opened?: () => void } = {},
): Promise<string> {
  const stop = new AbortController();
  const response = await fetch(`${hub.url}/api/v1/events${options.query ?? ''}`, {
    headers: { ...bearer(hub.personToken), ...options.headers },
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(10_000)]),
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.includes('\nid: ') || text.includes('id: ')) options.opened?.();
    if (enough(text)) break;
  }
  stop.abort();
  return text;
}

const ids = (text: string) => [...text.matchAll(/^id: (\d+)\ndata: /gm)].map((match) => Number(match[1]));

test('a reader hears what happens from now on, with ids to resume by, and comments while nothing does', async () => {
  await append({});
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reading = read((text) => ids(text).length === 2 && text.includes(': heartbeat'), { opened: open });
  await opened;
  await append({ data: { n: 1 } }, { data: { n: 2 } });
  const text = await reading;
  expect(ids(text)).toEqual([2, 3]);
  expect(text).toContain('"data":{"n":2}');
});

test('a reader that comes back with Last-Event-ID, or `after`, misses nothing and hears nothing twice', async () => {
  await append({}, {}, {}, {});
  const byHeader = await read((text) => ids(text).length === 2, { headers: { 'last-event-id': '2' } });
  expect(ids(byHeader)).toEqual([3, 4]);
  const byQuery = await read((text) => ids(text).length === 4, { query: '?after=0' });
  expect(ids(byQuery)).toEqual([1, 2, 3, 4]);
});

test('filters by site and kind hide the rest, and the cursor still moves past it', async () => {
  await append({ siteSlug: 'glasgow' }, { kind: 'agent.changed' }, {}, { siteSlug: 'glasgow' });
  const text = await read((seen) => seen.includes('id: 4\n'), { query: '?after=0&site=keflavik&kind=status.changed' });
  expect(ids(text)).toEqual([3]);
});

test('I9: an agent hears of its own sites only', async () => {
  await append({ siteSlug: 'glasgow' }, { siteSlug: null }, {});
  const text = await read((seen) => seen.includes('id: 3\n'), { query: '?after=0', headers: bearer(hub.agentToken) });
  expect(ids(text)).toEqual([3]);
});

test('a cursor older than what is kept, or newer than what there is, is told to read everything again', async () => {
  await append({}, {});
  await sweepEvents(hub.database.db, new Date(Date.now() + 4 * 24 * 3600_000));
  const tooOld = await read((text) => text.includes('event: reset'), { query: '?after=1' });
  expect(tooOld).toMatch(/id: 2\nevent: reset\ndata: .*Read everything again/);
  const tooNew = await read((text) => text.includes('event: reset'), { query: '?after=99' });
  expect(tooNew).toContain('id: 2\nevent: reset');
});

test('a hundred readers hear every event, in order', async () => {
  const readers = Array.from({ length: 100 }, () => read((text) => ids(text).length === 20, { query: '?after=0' }));
  for (let n = 0; n < 20; n += 1) await append({ data: { n } });
  const wanted = Array.from({ length: 20 }, (_, n) => n + 1);
  for (const text of await Promise.all(readers)) expect(ids(text)).toEqual(wanted);
});

test('a hub that stops ends its streams', async () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reading = read(() => false, { opened: open });
  await opened;
  await hub.close();
  await expect(reading).resolves.toContain('retry: 2000');
  hub = await startHub();
});

test('a reader that goes away in the middle, and one that only asks for the head, are no fault of the hub', async () => {
  const { log, faults } = recordedLog();
  const other = await startHub({ log, eventHeartbeatMs: 50 });
  try {
    for (let n = 0; n < 10; n += 1) {
      const stop = new AbortController();
      const { body } = await fetch(`${other.url}/api/v1/events`, {
        headers: bearer(other.personToken),
        signal: stop.signal,
      });
      const reader = body?.getReader();
      await reader?.read();
      stop.abort();
      await expect(reader?.closed).rejects.toThrow();
    }
    const head = await fetch(`${other.url}/api/v1/events`, { method: 'HEAD', headers: bearer(other.personToken) });
    expect(head.status).toBe(200);
  } finally {
    await other.close();
  }
  expect(faults()).toEqual([]);
});
