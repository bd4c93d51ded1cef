import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ConditionReport } from '@fleet-manager/contract/api/agents';
import { startOpenStackDouble } from '@fleet-manager/simulator/openstack/double';
import { planSite } from '@fleet-manager/simulator/world/plan';
import { World } from '@fleet-manager/simulator/world/world';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '../../apps/hub/src/database/database.ts';
import { migrate } from '../../apps/hub/src/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Exchange, startMeddlingProxy } from '../support/meddling-proxy.ts';
import { type Dump, fillAt, migrationNames } from './database-dump.ts';
import { AGENT_ID, type OpenedHub, openHub, startSatellite, until } from './site.ts';

const RECORDED = path.join(import.meta.dirname, 'recorded');
const API = `/api/v1/agents/${AGENT_ID}`;

let server: TestDatabase;
let database: Database;
let hub: OpenedHub;
let dump: Dump;
beforeEach(async () => {
  server = await createTestDatabase();
  database = openDatabase({ url: server.url });
  dump = await fillAt(database.db, (await migrationNames()).at(-1) ?? '');
  await migrate(database.db);
  hub = await openHub(database);
});
afterEach(async () => {
  await hub.close();
  await database.close();
  await server.drop();
});

async function send(method: string, at: string, body: unknown) {
  const response = await fetch(`${hub.url}${at}`, {
    method,
    headers: { authorization: `Bearer ${hub.agentToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}
async function deviceOf(id: string) {
  const { data } = await hub.person.GET('/api/v1/devices/{id}', { params: { path: { id } } });
  if (data === undefined) throw new Error(`no device ${id}`);
  return data;
}
const conditionOf = async (id: string, type: string) =>
  (await deviceOf(id)).conditions.find((one) => one.type === type);
/** A device that has a node. */
const aDevice = () => {
  const paired = (dump.tables.conditions ?? []).find((row) => row.type === 'Enrolled' && row.status === 'True');
  return String(paired?.device_id);
};

const releases = (await readdir(RECORDED)).flatMap((file) => /^satellite-(.+)\.json$/.exec(file)?.[1] ?? []);

describe.each(releases)('the satellite of release %s against this hub', (release) => {
  const Recording = z.object({
    requests: z.array(
      z.object({ method: z.string(), path: z.string(), body: z.record(z.string(), z.unknown()).optional() }),
    ),
  });
  const Sequenced = z.looseObject({ sequence: z.number(), previousSequence: z.number() });

  test('is understood in each of its requests, and gets answers of the shape that it was built for', async () => {
    const { requests } = Recording.parse(
      JSON.parse(await readFile(path.join(RECORDED, `satellite-${release}.json`), 'utf8')),
    );
    const answers = await answersPromisedBy(release);
    expect(requests.map((one) => `${one.method} ${one.path.slice(API.length).split('?')[0]}`)).toEqual(
      expect.arrayContaining(['GET /device-classes', 'GET /devices', 'PUT /heartbeat', 'PUT /condition-reports']),
    );
    // As if the satellite went on today: the order and the distances of its clock are kept.
    const [firstSent] = requests.flatMap((one) =>
      typeof one.body?.sentAt === 'string' ? [Date.parse(one.body.sentAt)] : [],
    );
    const shift = Date.now() - 2_000 - (firstSent ?? 0);
    let previous = 0;
    for (const request of requests) {
      const body = shifted(request.body, shift);
      const numbers = Sequenced.safeParse(body);
      const sent = numbers.success ? { ...numbers.data, ...linked(numbers.data, shift, previous) } : body;
      if (numbers.success) previous = numbers.data.sequence + shift;
      const answer = await send(request.method, request.path, sent);
      expect(answer.status, `${request.method} ${request.path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
      answers.check(request, answer);
    }
    const device = await deviceOf(aDevice());
    expect(device.conditions.filter((one) => one.stale).map((one) => one.type)).toEqual([]);
    const { data: agents } = await hub.person.GET('/api/v1/agents', { params: { query: {} } });
    expect(agents?.items.find((agent) => agent.clientId === AGENT_ID)).toMatchObject({
      version: release,
      state: 'healthy',
    });
  });

  /** Some reports between two recorded ones were left out; the hub is told as if there had been none. */
  const linked = (body: { sequence: number; previousSequence: number }, shift: number, previous: number) => ({
    sequence: body.sequence + shift,
    previousSequence: body.previousSequence === 0 ? 0 : previous,
  });
  function shifted(value: unknown, ms: number): unknown {
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value))
      return new Date(Date.parse(value) + ms).toISOString();
    if (Array.isArray(value)) return value.map((one) => shifted(one, ms));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shifted(one, ms)]));
  }
});

/** The answers as the document of a release promises them: what it requires is there, and of its type; more may be. */
async function answersPromisedBy(release: string) {
  const Schema = z.record(z.string(), z.unknown());
  const Operation = z.looseObject({
    responses: z.record(
      z.string(),
      z.looseObject({ content: z.record(z.string(), z.object({ schema: Schema })).optional() }),
    ),
  });
  const Document = z.object({
    paths: z.record(z.string(), z.record(z.string(), Operation)),
    components: z.object({ schemas: z.record(z.string(), Schema) }),
  });
  const text = await readFile(path.join(RECORDED, `openapi-${release}.json`), 'utf8');
  const document = Document.parse(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')));
  return {
    check(request: { method: string; path: string }, answer: { status: number; body: unknown }) {
      const template = request.path
        .split('?')[0]
        ?.replace(AGENT_ID, '{clientId}')
        .replace(/findings\/.+/, 'findings/{scope}');
      const responses = document.paths[template ?? '']?.[request.method.toLowerCase()]?.responses;
      expect(Object.keys(responses ?? {}), `${template} was in ${release}`).toContain(String(answer.status));
      const schema = responses?.[answer.status]?.content?.['application/json']?.schema;
      if (schema === undefined) return;
      const read = z.fromJSONSchema({ ...schema, $defs: document.components.schemas }).safeParse(answer.body);
      expect(read.error?.issues ?? [], `${request.method} ${template}`).toEqual([]);
    },
  };
}

describe('a satellite of a later release against this hub', () => {
  const report = (conditions: unknown[], over: object = {}) => ({
    scope: 'ironic-nodes-overcloud',
    mode: 'full',
    sequence: Date.now(),
    previousSequence: 0,
    observedAt: new Date().toISOString(),
    conditions,
    uncovered: [],
    nodes: [],
    ...over,
  });
  const condition = (type: string, status: string) => ({
    deviceId: aDevice(),
    type,
    status,
    reason: 'AsSeen',
    message: 'as it was seen',
    observedAt: new Date().toISOString(),
    evidence: {},
  });

  test('fields and condition types that this hub does not know cost nothing of the rest', async () => {
    const conditions = [
      condition('Enrolled', 'True'),
      condition('CoolantFlowing', 'True'),
      condition('MaintenanceClear', 'False'),
    ];
    const told = report(
      conditions.map((one) => ({ ...one, confidence: 0.9 })),
      { compressed: true },
    );
    const answer = await send('PUT', `${API}/condition-reports`, told);
    expect(answer).toMatchObject({ status: 200, body: { sequence: told.sequence } });
    expect(await conditionOf(aDevice(), 'Enrolled')).toMatchObject({ status: 'True', stale: false });
    expect(await conditionOf(aDevice(), 'MaintenanceClear')).toMatchObject({ status: 'False', stale: false });
    expect(await conditionOf(aDevice(), 'CoolantFlowing')).toBeUndefined();
  });

  test('I1: a status that this hub does not know makes the condition Unknown, and never keeps the old one fresh', async () => {
    const first = report([condition('ProvisioningHealthy', 'True')]);
    expect(await send('PUT', `${API}/condition-reports`, first)).toMatchObject({ status: 200 });
    const second = {
      ...report([condition('ProvisioningHealthy', 'Flapping')]),
      mode: 'delta',
      sequence: first.sequence + 1,
      previousSequence: first.sequence,
    };
    expect(await send('PUT', `${API}/condition-reports`, second)).toMatchObject({ status: 200, body: { applied: 1 } });
    const held = await conditionOf(aDevice(), 'ProvisioningHealthy');
    expect(held).toMatchObject({ status: 'Unknown' });
    expect(held?.message).toContain('The agent said "Flapping", which this hub does not know.');
  });

  test('kinds of finding that this hub does not know cost nothing of the rest', async () => {
    const finding = (kind: string) => ({
      kind,
      key: `${kind}-1`,
      siteSlug: 'keflavik',
      deviceIds: [aDevice()],
      subject: `about ${kind}`,
      summary: 'something is odd',
      next: 'look at it',
      firstObservedAt: new Date().toISOString(),
      observations: 1,
      severity: 'high',
    });
    const findings = ['node-without-device', 'leaking-manifold'].map(finding);
    const answer = await send('PUT', `${API}/findings/pairing-overcloud`, {
      observedAt: new Date().toISOString(),
      findings,
    });
    expect(answer).toMatchObject({ status: 200, body: { opened: 1 } });
  });

  test('a heartbeat with an unknown variant of OpenStack and unknown fields counts', async () => {
    const now = new Date().toISOString();
    const beat = {
      kind: 'openstack-agent',
      satellite: 'sys1-ice2',
      siteSlugs: ['keflavik'],
      version: '9.0.0',
      startedAt: now,
      sentAt: now,
    };
    const answer = await send('PUT', `${API}/heartbeat`, {
      ...beat,
      openstackVariant: 'federated',
      loops: [],
      degraded: [],
      load: 3,
    });
    expect(answer.status).toBe(204);
    const { data } = await hub.person.GET('/api/v1/agents', { params: { query: {} } });
    expect(data?.items.find((agent) => agent.clientId === AGENT_ID)).toMatchObject({ version: '9.0.0' });
  });

  test('what is wrong rather than new is refused as before', async () => {
    const wrong = report([{ ...condition('CoolantFlowing', 'True'), type: 7 }]);
    expect(await send('PUT', `${API}/condition-reports`, wrong)).toMatchObject({ status: 400 });
  });
});

describe('this satellite against a hub of a later release', () => {
  /** What a later hub may say: more fields everywhere, a class and a code that this satellite has never heard of. */
  function later({ method, path: at, body, status }: Exchange) {
    if (status >= 300 || typeof body !== 'object' || body === null) return undefined;
    if (at.endsWith('/device-classes') && 'classes' in body && Array.isArray(body.classes)) {
      return {
        body: { ...body, region: 'north', classes: [...body.classes, { class: 'DPU_HOST', devices: 3, wanted: true }] },
      };
    }
    if (method === 'GET' && 'items' in body && Array.isArray(body.items)) {
      const [first] = body.items;
      const odd = {
        ...first,
        id: '00000000-0000-4000-8000-00000000000d',
        name: 'dpu-1',
        serial: 'DPU1',
        deviceClass: 'DPU_HOST',
      };
      return { body: { ...body, total: 9, items: [...body.items.map((item) => ({ ...item, tier: 'gold' })), odd] } };
    }
    return { body: { ...body, later: true } };
  }

  test('goes on reporting what it knows, and says what it does not', async () => {
    const since = Date.now();
    const world = new World({ plan: planSite({ racks: 1 }), oddities: false });
    const openstack = await startOpenStackDouble({ world });
    const proxy = await startMeddlingProxy(hub.url, later);
    const satellite = await startSatellite({ hubUrl: proxy.url, token: hub.agentToken, clouds: openstack.cloudsYaml });
    onTestFinished(async () => {
      await satellite.stop();
      await proxy.close();
      await openstack.close();
    });
    const enrolled = await until('a condition of its own', async () => {
      const held = await conditionOf(aDevice(), 'Enrolled');
      return held !== undefined && Date.parse(held.observedAt) >= since && held;
    });
    expect(enrolled).toMatchObject({ status: 'True', reason: 'InIronic', stale: false });
    const agent = await until('a heartbeat that says so', async () => {
      const { data } = await hub.person.GET('/api/v1/agents', { params: { query: {} } });
      return data?.items.find((one) => one.degraded.some((part) => part.code === 'FM_AGENT_OUTDATED'));
    });
    expect(agent.degraded).toMatchObject([{ subject: 'device-classes', detail: expect.stringContaining('DPU_HOST') }]);
    const reports = proxy.seen.filter((one) => one.path.endsWith('/condition-reports'));
    const ids = reports.flatMap((one) => (one.requestBody as ConditionReport).conditions.map((item) => item.deviceId));
    expect(ids).not.toContain('00000000-0000-4000-8000-00000000000d');
  });

  test('a refusal in words that it does not know is passed on to the operator', async () => {
    const problem = {
      type: 'about:blank',
      title: 'The site is being moved',
      status: 409,
      code: 'FM_SITE_MOVING',
      detail: 'keflavik moves to another hub',
      next: 'Wait for the move to end.',
      requestId: 'later-1',
    };
    const proxy = await startMeddlingProxy(hub.url, ({ path: at }) =>
      at.endsWith('/device-classes') ? { status: 409, body: problem } : undefined,
    );
    const satellite = await startSatellite({ hubUrl: proxy.url, token: hub.agentToken, clouds: 'clouds: {}' });
    onTestFinished(async () => {
      await satellite.stop();
      await proxy.close();
    });
    const error = await until('the refusal', async () => {
      const failure = satellite.agent.loops()[0]?.failure;
      return failure === null || failure === undefined ? undefined : String(failure.error);
    });
    expect(error).toContain('FM_SITE_MOVING: keflavik moves to another hub. Wait for the move to end.');
  });
});
