import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { FaultRule } from './fault-rule.ts';
import { type DoubleServer, startDoubleServer } from './server.ts';

let server: DoubleServer;
let answers = 0;

beforeEach(async () => {
  answers = 0;
  server = await startDoubleServer({
    service: 'example',
    routes: (app) => {
      app.get('/v1/things', async (request) => ({
        things: [{ id: ++answers }],
        query: request.query,
        next: 'http://example.test/v1/things?marker=1',
        things_links: [{ rel: 'next', href: 'http://example.test/v1/things?marker=1' }],
      }));
      app.put('/v1/things/:id', async (request) => ({ got: request.body ?? null }));
    },
  });
});
afterEach(() => server.close());

const bodySchema = z.looseObject({
  things: z.array(z.object({ id: z.number() })),
  query: z.record(z.string(), z.string()),
  next: z.string().optional(),
  things_links: z.array(z.object({ href: z.string() })).optional(),
});
const get = async (path = '/v1/things') => bodySchema.parse(await (await fetch(server.url + path)).json());
const fault = (effect: FaultRule['effect'], rest: Partial<FaultRule> = {}) =>
  server.faults.add({ path: '/v1/**', effect, ...rest });

it('answers as written while no rule is in force, and logs each request', async () => {
  expect(await get('/v1/things?limit=2')).toMatchObject({ things: [{ id: 1 }], query: { limit: '2' } });
  expect(server.log.list()).toEqual([{ method: 'GET', path: '/v1/things', query: 'limit=2', status: 200 }]);
});

it('takes an empty body and any content type, as the imitated services do', async () => {
  const empty = await fetch(`${server.url}/v1/things/7/`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
  });
  expect(await empty.json()).toEqual({ got: null });
  const typed = await fetch(`${server.url}/v1/things/7`, {
    method: 'PUT',
    headers: { 'content-type': 'application/openstack-images-v2.1-json-patch' },
    body: '[1]',
  });
  expect(await typed.json()).toEqual({ got: [1] });
});

it('gives a status and a plain-text body, only as often as the rule says, after the requests it lets pass', async () => {
  fault({ kind: 'status', status: 502, body: 'Bad Gateway' }, { after: 1, count: 1 });
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await fetch(`${server.url}/v1/things`)).status);
  expect(statuses).toEqual([200, 502, 200]);
});

it('cuts a body short so that it is no longer JSON', async () => {
  fault({ kind: 'truncate' });
  await expect(get()).rejects.toThrow(SyntaxError);
});

it('resets the connection, and never answers a dropped request', async () => {
  fault({ kind: 'reset' }, { count: 1 });
  await expect(get()).rejects.toThrow('fetch failed');
  fault({ kind: 'drop' });
  await expect(fetch(`${server.url}/v1/things`, { signal: AbortSignal.timeout(200) })).rejects.toThrow();
  expect(server.log.list().map((entry) => entry.status)).toEqual([0, 0]);
});

it('repeats an earlier answer, for the same address or for all pages of a path', async () => {
  const id = fault({ kind: 'stale' });
  expect((await get()).things).toEqual([{ id: 1 }]);
  expect((await get()).things).toEqual([{ id: 1 }]);
  expect((await get('/v1/things?marker=1')).things).toEqual([{ id: 3 }]);
  server.faults.remove(id);
  fault({ kind: 'stale', ignoreQuery: true });
  expect((await get()).things).toEqual([{ id: 4 }]);
  expect((await get('/v1/things?marker=1')).things).toEqual([{ id: 4 }]);
});

it('empties the lists with status 200 and no next page', async () => {
  fault({ kind: 'empty-list' });
  expect(await get()).toEqual({ things: [], query: {} });
});

it('moves next links to another host', async () => {
  fault({ kind: 'next-host', host: 'internal.test:8080' });
  const body = await get();
  expect(body.next).toBe('http://internal.test:8080/v1/things?marker=1');
  expect(body.things_links?.[0]?.href).toBe('http://internal.test:8080/v1/things?marker=1');
});

it('replaces the marker by one that is gone', async () => {
  fault({ kind: 'vanish-marker' });
  expect((await get('/v1/things?marker=1')).query.marker).not.toBe('1');
});

it('combines a latency with another fault and counts what each rule hit', async () => {
  fault({ kind: 'latency', milliseconds: 1 });
  fault({ kind: 'status', status: 503 });
  expect((await fetch(`${server.url}/v1/things`)).status).toBe(503);
  expect(server.faults.list().map(({ seen, hits }) => [seen, hits])).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

it('lets a script add, read and remove rules over HTTP', async () => {
  const control = `${server.url}/_control/faults`;
  const post = (body: unknown) => fetch(control, { method: 'POST', body: JSON.stringify(body) });
  expect((await post({ path: '/v1/**', effect: { kind: 'no-such' } })).status).toBe(400);
  const added = await post({ method: 'get', path: '/v1/*', effect: { kind: 'status', status: 500 } });
  expect(added.status).toBe(201);
  const { ids } = z.object({ ids: z.array(z.string()) }).parse(await added.json());
  expect((await fetch(`${server.url}/v1/things`)).status).toBe(500);
  expect(await (await fetch(control)).json()).toMatchObject({
    faults: [{ id: ids[0], service: 'example', method: 'GET', hits: 1 }],
  });
  expect((await fetch(`${control}/${ids[0]}`, { method: 'DELETE' })).status).toBe(204);
  expect((await fetch(`${server.url}/v1/things`)).status).toBe(200);
  expect(await (await fetch(`${server.url}/_control/requests`)).json()).toHaveProperty('requests.length', 2);
});
