import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Problem } from '@fleet-manager/contract/api/common';
import { Device, DevicePage } from '@fleet-manager/contract/api/devices';
import type { Route } from '@fleet-manager/contract/route';
import { type RouteName, routes } from '@fleet-manager/contract/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { availableNode, deltaReport, fullReport, insertDevice } from '../test/fixtures.ts';
import { AGENT_ID, bearer, type HubServer, startHub } from '../test/hub-server.ts';
import { createLoginCode } from './session/sessions.ts';

let hub: HubServer;
let device: string;
let elsewhere: string;
let consoleDir: string;

beforeAll(async () => {
  consoleDir = await mkdtemp(path.join(tmpdir(), 'fm-console-'));
  await writeFile(path.join(consoleDir, 'index.html'), '<!doctype html><title>Fleet Manager</title>');
  hub = await startHub({ consoleDir });
  device = await insertDevice(hub.database.db, { name: 'tray-a', rack: 'R1', serial: 'SN-1', tags: ['gb300'] });
  elsewhere = await insertDevice(hub.database.db, { name: 'tray-b', site_slug: 'glasgow' });
});
afterAll(async () => {
  await hub.close();
  await rm(consoleDir, { recursive: true });
});

const finding = (key: string) => ({
  kind: 'device-without-node' as const,
  key,
  siteSlug: 'keflavik',
  deviceIds: [device, elsewhere],
  subject: 'tray-a',
  summary: 'no Ironic node has its serial',
  next: 'Enrol it.',
  firstObservedAt: new Date().toISOString(),
  observations: 2,
  evidence: { serial: 'SN-1' },
});
const now = () => new Date();

describe('every route of the contract', () => {
  let findingId = '';
  let etag = '';
  interface Request {
    readonly as?: 'person' | 'agent' | 'nobody';
    readonly path?: string;
    readonly body?: () => unknown;
    readonly headers?: () => Record<string, string>;
  }
  const self = { as: 'agent', path: `/api/v1/agents/${AGENT_ID}` } as const;
  /** In the order in which they are called: what agents report comes before what people read. */
  const requests: Readonly<Record<Exclude<RouteName, 'streamEvents'>, Request>> = {
    putHeartbeat: {
      ...self,
      path: `${self.path}/heartbeat`,
      body: () => ({
        kind: 'openstack-agent',
        satellite: 'sys1',
        siteSlugs: ['keflavik'],
        version: '0.1.0',
        startedAt: now().toISOString(),
        sentAt: now().toISOString(),
        openstackVariant: 'nova',
        loops: [
          {
            name: 'ironic-nodes-overcloud',
            lastStartedAt: now().toISOString(),
            lastSuccessAt: now().toISOString(),
            lastDurationMs: 12,
            intervalSeconds: 60,
            objects: 18,
            error: null,
          },
        ],
        degraded: [],
      }),
    },
    putConditionReport: {
      ...self,
      path: `${self.path}/condition-reports`,
      body: () => fullReport(1, now(), availableNode(device, now())),
    },
    putFindingReport: {
      ...self,
      path: `${self.path}/findings/pairing`,
      body: () => ({ observedAt: now().toISOString(), findings: [finding('a')] }),
    },
    getDeviceClassesInUse: { ...self, path: `${self.path}/device-classes` },
    listPairingDevices: { ...self, path: `${self.path}/devices` },
    listSites: {},
    listLocations: {},
    listRacks: {},
    listDeviceTypes: {},
    listDeviceRoles: {},
    listClusters: {},
    listTags: {},
    listDevices: { path: '/api/v1/devices?site=keflavik&condition=Enrolled%3DTrue&q=sn-1&sort=-statusSince' },
    deviceFacets: {},
    getDevice: {},
    getDeviceComponents: {},
    getDeviceHistory: {},
    getOverview: {},
    listFindings: { path: '/api/v1/findings?state=open&kind=device-without-node' },
    getFinding: {},
    listAuditEvents: {},
    updateFinding: { body: () => ({ state: 'acknowledged', note: 'known' }), headers: () => ({ 'if-match': etag }) },
    listAgents: {},
    listSatellites: {},
    createSession: { as: 'nobody' },
    createLoginLink: {},
    getSession: {},
    deleteSession: {},
  };

  test.each(Object.entries(requests))(
    '%s answers as its schema says, with and without a slash',
    async (name, request) => {
      const route: Route = routes[name as RouteName];
      const [status = '200'] = Object.keys(route.responses);
      const id = route.tag === 'findings' ? findingId : device;
      const url = (request.path ?? route.url).replace('{id}', id);
      const token = request.as === 'agent' ? hub.agentToken : hub.personToken;
      const body =
        name === 'createSession' ? { code: await createLoginCode(hub.database.db, now()) } : request.body?.();
      const send = (target: string) =>
        fetch(hub.url + target, {
          method: route.method,
          headers: {
            ...(request.as === 'nobody' ? {} : bearer(token)),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...request.headers?.(),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
      const response = await send(url);
      const text = await response.text();
      expect(`${response.status} ${response.status === Number(status) ? '' : text}`).toBe(`${status} `);
      if (status !== '204') {
        const parsed = route.responses[Number(status)]?.safeParse(JSON.parse(text));
        expect(parsed?.error).toBeUndefined();
      }
      if (name === 'listFindings') findingId = JSON.parse(text).items[0].id;
      if (name === 'getFinding') etag = response.headers.get('etag') ?? '';
      if (route.method !== 'GET') return;
      const [bare = '', query] = url.split('?');
      const slashed = await send(`${bare}/${query === undefined ? '' : `?${query}`}`);
      expect(slashed.status).toBe(Number(status));
      await slashed.arrayBuffer();
    },
  );

  test('none but the few open ones answers without a credential, and none to a credential without its permission', async () => {
    for (const route of Object.values<Route>(routes)) {
      if (route.permission === null) continue;
      const url = hub.url + route.url.replaceAll(/\{\w+\}/g, device);
      const response = await fetch(url, { method: route.method });
      expect(`${route.operationId} ${response.status}`).toBe(`${route.operationId} 401`);
      expect(Problem.parse(await response.json()).code).toBe('FM_UNAUTHENTICATED');
    }
    const asPerson = await fetch(`${hub.url}/api/v1/agents/${AGENT_ID}/heartbeat`, {
      method: 'PUT',
      headers: bearer(hub.personToken),
    });
    expect(Problem.parse(await asPerson.json())).toMatchObject({ code: 'FM_FORBIDDEN', status: 403 });
  });
});

describe('devices', () => {
  test('a device tells its status, why, its gates and its evidence; a poll of it unchanged costs a 304', async () => {
    const url = `${hub.url}/api/v1/devices/${device}`;
    const first = await fetch(url, { headers: bearer(hub.personToken) });
    const body = Device.parse(await first.json());
    expect(body).toMatchObject({ name: 'tray-a', operational_status: 'available', gatesTotal: 10 });
    expect(body.because.map((b) => (b.kind === 'condition' ? b.type : b.field))).toContain('InstanceAllocated');
    expect(body.gates.find((gate) => gate.id === 'burn-in-passed')).toMatchObject({ state: 'unknown' });
    const etag = first.headers.get('etag') ?? '';
    const again = await fetch(url, { headers: { ...bearer(hub.personToken), 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  test("I9: an agent sees its own sites' devices only; another's looks as if it did not exist", async () => {
    const list = await hub.agent.GET('/api/v1/devices');
    expect(list.data?.items.map((d) => d.name)).toEqual(['tray-a']);
    const other = await fetch(`${hub.url}/api/v1/devices/${elsewhere}`, { headers: bearer(hub.agentToken) });
    const nobody = await fetch(`${hub.url}/api/v1/devices/${randomUUID()}`, { headers: bearer(hub.agentToken) });
    expect([other.status, nobody.status]).toEqual([404, 404]);
    const facets = await hub.agent.GET('/api/v1/device-facets');
    expect(facets.data?.site).toEqual({ keflavik: 1 });
  });

  test('an agent may not speak for another', async () => {
    const answer = await fetch(`${hub.url}/api/v1/agents/ironic-agent-other/device-classes`, {
      headers: bearer(hub.agentToken),
    });
    expect(Problem.parse(await answer.json()).code).toBe('FM_FORBIDDEN');
  });
});

describe('problems', () => {
  const get = (url: string, headers = bearer(hub.personToken)) => fetch(hub.url + url, { headers });

  test('a bad query names the parameter', async () => {
    const response = await get('/api/v1/devices?limit=9999&sort=size');
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    const problem = Problem.parse(await response.json());
    expect(problem).toMatchObject({ status: 400, code: 'FM_INVALID_REQUEST' });
    expect(problem.errors?.map((e) => e.pointer).sort()).toEqual(['/limit', '/sort']);
    expect(problem.requestId).toBe(response.headers.get('x-request-id'));
  });

  test.each([
    ['/api/v1/devices?cursor=AAAA.BBBB', 400, 'FM_INVALID_CURSOR'],
    ['/api/v1/devices?condition=Nonsense%3DTrue', 400, 'FM_INVALID_REQUEST'],
    ['/api/v1/devices/not-an-id', 400, 'FM_INVALID_REQUEST'],
    ['/api/v1/nothing-here', 404, 'FM_NOT_FOUND'],
  ])('%s answers %i %s', async (url, status, code) => {
    const response = await get(url);
    expect(Problem.parse(await response.json())).toMatchObject({ status, code });
  });

  test('a gap, a body that is too large and one that is no JSON are problems too', async () => {
    const put = (url: string, body: string) =>
      fetch(`${hub.url}/api/v1/agents/${AGENT_ID}/${url}`, {
        method: 'PUT',
        headers: { ...bearer(hub.agentToken), 'content-type': 'application/json' },
        body,
      });
    const gap = await put('condition-reports', JSON.stringify(deltaReport(99, now())));
    expect(Problem.parse(await gap.json())).toMatchObject({ status: 409, code: 'FM_COVERAGE_GAP' });
    const large = await put('heartbeat', JSON.stringify({ version: 'x'.repeat(1_100_000) }));
    expect(Problem.parse(await large.json())).toMatchObject({ status: 413, code: 'FM_TOO_LARGE' });
    const broken = await put('heartbeat', '{"version":');
    expect(Problem.parse(await broken.json())).toMatchObject({ status: 400, code: 'FM_INVALID_REQUEST' });
  });
});

describe('log-in', () => {
  const post = (code: string, origin?: string) =>
    fetch(`${hub.url}/api/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(origin === undefined ? {} : { origin }) },
      body: JSON.stringify({ code }),
    });

  test('a person of the command line makes a link that logs in once', async () => {
    const made = await fetch(`${hub.url}/api/v1/login-links`, { method: 'POST', headers: bearer(hub.personToken) });
    const link = z.object({ url: z.url() }).parse(await made.json());
    expect(link.url.startsWith(`${hub.url}/login#code=`)).toBe(true);
    const use = () =>
      fetch(`${hub.url}/api/v1/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code: link.url.split('code=')[1] }),
      });
    expect((await use()).status).toBe(200);
    expect((await use()).status).toBe(401);
  });

  test('a code works once, for ten minutes; its cookie logs in until it is ended', async () => {
    const code = await createLoginCode(hub.database.db, now());
    const response = await post(code, hub.url);
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^fm_session=\S+; .*HttpOnly; SameSite=Lax/);
    const second = await post(code, hub.url);
    expect(Problem.parse(await second.json()).code).toBe('FM_LOGIN_CODE_INVALID');
    const old = await createLoginCode(hub.database.db, new Date(Date.now() - 11 * 60_000));
    expect((await post(old)).status).toBe(401);

    const headers = { cookie: cookie.split(';')[0] ?? '' };
    const devices = await fetch(`${hub.url}/api/v1/devices`, { headers });
    expect(DevicePage.parse(await devices.json()).items.length).toBe(2);
    const end = (origin: string | undefined) =>
      fetch(`${hub.url}/api/v1/session`, {
        method: 'DELETE',
        headers: { ...headers, ...(origin === undefined ? {} : { origin }) },
      });
    expect((await end('https://evil.example')).status).toBe(403);
    expect((await end(undefined)).status).toBe(403);
    expect((await end(hub.url)).status).toBe(204);
    expect((await fetch(`${hub.url}/api/v1/devices`, { headers })).status).toBe(401);
  });

  test('neither codes nor sessions stand in the database, and a token of another hub is refused', async () => {
    const code = await createLoginCode(hub.database.db, now());
    const stored = await hub.database.db.selectFrom('login_codes').select('code_hash').execute();
    expect(stored.map((row) => row.code_hash)).not.toContain(code);
    const [head, body] = hub.personToken.split('.');
    const forged = await fetch(`${hub.url}/api/v1/devices`, { headers: bearer(`${head}.${body}.AAAA`) });
    expect(forged.status).toBe(401);
  });
});

describe('findings', () => {
  const put = (scope: string, keys: string[], seconds = 0) =>
    hub.agent.PUT('/api/v1/agents/{clientId}/findings/{scope}', {
      params: { path: { clientId: AGENT_ID, scope } },
      body: { observedAt: new Date(Date.now() + seconds * 1000).toISOString(), findings: keys.map(finding) },
    });
  const open = async (scope: string) =>
    (await hub.person.GET('/api/v1/findings')).data?.items.filter((item) => item.scope === scope) ?? [];

  test('absent is resolved; what comes back keeps its identity; a late set changes nothing', async () => {
    expect((await put('s1', ['x', 'y'])).data).toEqual({ opened: 2, changed: 0, resolved: 0 });
    const before = await open('s1');
    expect((await put('s1', ['x'])).data).toEqual({ opened: 0, changed: 0, resolved: 1 });
    expect((await put('s1', [], -60)).data).toEqual({ opened: 0, changed: 0, resolved: 0 });
    expect((await open('s1')).find((item) => item.key === 'y')?.state).toBe('resolved');
    expect((await put('s1', ['x', 'y'])).data).toEqual({ opened: 1, changed: 0, resolved: 0 });
    const after = await open('s1');
    expect(after.map((item) => item.id).sort()).toEqual(before.map((item) => item.id).sort());
    // A device of another site is not named to, nor by, this agent.
    expect(after[0]?.deviceIds).toEqual([device]);
  });

  test('acknowledging needs the version that was read', async () => {
    await put('s2', ['z']);
    const [item] = await open('s2');
    const id = item?.id ?? '';
    const patch = (ifMatch?: string) =>
      hub.person.PATCH('/api/v1/findings/{id}', {
        params: { path: { id }, header: ifMatch === undefined ? {} : { 'if-match': ifMatch } },
        body: { state: 'acknowledged' },
      });
    expect((await patch()).response.status).toBe(428);
    expect((await patch('"99"')).response.status).toBe(412);
    const winners = await Promise.all(Array.from({ length: 10 }, () => patch('"1"')));
    expect(winners.filter((answer) => answer.response.status === 200)).toHaveLength(1);
    await put('s2', ['z']);
    expect((await open('s2'))[0]).toMatchObject({ state: 'acknowledged', acknowledgedBy: 'operator', version: 2 });
  });
});

test('health, readiness, metrics, the API document, the console and its pages', async () => {
  const text = async (url: string, accept = 'text/html') =>
    (await fetch(hub.url + url, { headers: { accept } })).text();
  expect(await text('/healthz')).toContain('alive');
  expect(await text('/readyz')).toContain('ready');
  expect(await text('/metrics')).toMatch(
    /fleet_manager_devices\{site="keflavik",operational_status="available",device_class="GPU_COMPUTE"\} 1/,
  );
  expect(JSON.parse(await text('/openapi.json'))).toMatchObject({ openapi: '3.1.0' });
  expect(await text('/')).toContain('Fleet Manager');
  expect(await text(`/devices/${device}`)).toContain('Fleet Manager');
  const response = await fetch(hub.url);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});
