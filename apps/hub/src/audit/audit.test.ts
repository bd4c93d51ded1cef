import { AuditPage } from '@fleet-manager/contract/api/audit';
import type { Route } from '@fleet-manager/contract/route';
import { routes } from '@fleet-manager/contract/routes';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { insertDevice } from '../../test/fixtures.ts';
import { AGENT_ID, bearer, type HubServer, startHub } from '../../test/hub-server.ts';
import { createLoginCode } from '../session/sessions.ts';
import { listAuditEvents } from './read.ts';
import { ANONYMOUS_PER_MINUTE } from './refusals.ts';

let hub: HubServer;
let clock = new Date('2026-06-01T12:00:00Z');

beforeAll(async () => {
  hub = await startHub({ clock: () => clock });
});
afterAll(() => hub.close());

async function entries(requestId?: string) {
  let query = hub.database.db.selectFrom('audit_events').selectAll().orderBy('id');
  if (requestId !== undefined) query = query.where('request_id', '=', requestId);
  return query.execute();
}

/** Refusals are noted after the answer has gone out. */
const entriesOf = (requestId: string, count = 1) =>
  expect.poll(() => entries(requestId), { timeout: 5_000 }).toHaveLength(count);

function send(method: string, path: string, requestId: string, options: { token?: string; body?: unknown } = {}) {
  return fetch(`${hub.url}${path}`, {
    method,
    headers: {
      'x-request-id': requestId,
      ...(options.token === undefined ? {} : bearer(options.token)),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json', 'if-match': '"1"' }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
}

/** What agents report each minute is data with a history of its own; the audit log holds what somebody decided. */
const REPORTS = ['putHeartbeat', 'putConditionReport', 'putFindingReport'];

async function openFinding(): Promise<string> {
  const device = await insertDevice(hub.database.db);
  const body = {
    observedAt: clock.toISOString(),
    findings: [
      {
        kind: 'device-without-node',
        key: device,
        siteSlug: 'keflavik',
        deviceIds: [device],
        subject: 'tray',
        summary: 'no Ironic node has its serial',
        next: 'Enrol it.',
        firstObservedAt: clock.toISOString(),
        observations: 2,
        evidence: {},
      },
    ],
  };
  const path = `/api/v1/agents/${AGENT_ID}/findings/pairing-overcloud`;
  expect((await send('PUT', path, 'report-finding', { token: hub.agentToken, body })).status).toBe(200);
  const row = await hub.database.db
    .selectFrom('findings')
    .select('id')
    .where('key', '=', device)
    .executeTakeFirstOrThrow();
  return row.id;
}

test('each operation that changes something leaves an entry, and reports of agents none', async () => {
  const id = await openFinding();
  const code = await createLoginCode(hub.database.db, clock);
  const login = await send('POST', '/api/v1/session', 'op-createSession', { body: { code } });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await send('POST', '/api/v1/login-links', 'op-createLoginLink', { token: hub.personToken });
  const patch = { state: 'acknowledged', note: 'tray is in repair' };
  await send('PATCH', `/api/v1/findings/${id}`, 'op-updateFinding', { token: hub.personToken, body: patch });
  await fetch(`${hub.url}/api/v1/session`, {
    method: 'DELETE',
    headers: { cookie, origin: hub.url, 'x-request-id': 'op-deleteSession' },
  });
  const writes = Object.values<Route>(routes).filter((route) => route.method !== 'GET');
  const expected = writes.map((route) => route.operationId).filter((name) => !REPORTS.includes(name));
  const done = (await entries()).filter((entry) => entry.outcome === 'done');
  expect(done.map((entry) => entry.action).sort()).toEqual(expected.sort());
  for (const entry of done) expect(entry.request_id).toBe(`op-${entry.action}`);
  expect(done.find((entry) => entry.action === 'updateFinding')).toMatchObject({
    actor_kind: 'person',
    actor_id: 'operator',
    target_kind: 'finding',
    target_id: id,
    site_slug: 'keflavik',
    before: { state: 'open', note: null },
    after: { state: 'acknowledged', note: 'tray is in repair', acknowledgedBy: 'operator' },
    reason: 'tray is in repair',
    code: null,
  });
});

test('no entry holds a code, a session or a token', async () => {
  const code = await createLoginCode(hub.database.db, clock);
  const login = await send('POST', '/api/v1/session', 'secret-login', { body: { code } });
  const session = /fm_session=([^;]+)/.exec(login.headers.getSetCookie()[0] ?? '')?.[1];
  const link = await send('POST', '/api/v1/login-links', 'secret-link', { token: hub.personToken });
  const made = z
    .object({ url: z.string() })
    .parse(await link.json())
    .url.split('=')[1];
  const text = JSON.stringify(await entries());
  for (const secret of [code, z.string().parse(session), z.string().parse(made), hub.personToken])
    expect(text).not.toContain(secret);
});

test('an agent that tries what it may not is listed with what it tried, and a stranger too', async () => {
  const id = await openFinding();
  const body = { state: 'acknowledged' };
  await send('PATCH', `/api/v1/findings/${id}`, 'agent-tries-it', { token: hub.agentToken, body });
  await entriesOf('agent-tries-it');
  expect(await entries('agent-tries-it')).toMatchObject([
    {
      actor_kind: 'agent',
      actor_id: AGENT_ID,
      target_kind: 'findings',
      target_id: id,
      outcome: 'refused',
      code: 'FM_FORBIDDEN',
    },
  ]);
  await send('POST', '/api/v1/session', 'stranger-tries', { body: { code: 'guess' } });
  await entriesOf('stranger-tries');
  expect(await entries('stranger-tries')).toMatchObject([
    {
      actor_kind: 'anonymous',
      action: 'createSession',
      outcome: 'refused',
      code: 'FM_LOGIN_CODE_INVALID',
      reason: expect.any(String),
    },
  ]);
  await send('PATCH', `/api/v1/findings/${id}`, 'person-too-late', {
    token: hub.personToken,
    body: { state: 'sideways' },
  });
  await entriesOf('person-too-late');
});

test('a write that is rolled back leaves no entry of a deed, but the refusal', async () => {
  const id = await openFinding();
  const body = { state: 'acknowledged' };
  const first = await send('PATCH', `/api/v1/findings/${id}`, 'first-of-two', { token: hub.personToken, body });
  const second = await send('PATCH', `/api/v1/findings/${id}`, 'second-of-two', { token: hub.personToken, body });
  expect([first.status, second.status]).toEqual([200, 412]);
  await entriesOf('second-of-two');
  expect(await entries('second-of-two')).toMatchObject([{ outcome: 'refused', code: 'FM_PRECONDITION_FAILED' }]);
});

test('a flood of attempts without a credential is cut, says so, and is listed again a minute later', async () => {
  clock = new Date(clock.getTime() + 600_000);
  const before = (await entries()).length;
  for (let n = 0; n < ANONYMOUS_PER_MINUTE + 20; n += 1)
    await send('POST', '/api/v1/session', `flood-${n}-x`, { body: { code: 'guess' } });
  await entriesOf(`flood-${ANONYMOUS_PER_MINUTE - 1}-x`);
  const listed = (await entries()).slice(before);
  expect(listed).toHaveLength(ANONYMOUS_PER_MINUTE);
  expect(listed.filter((entry) => entry.reason?.startsWith('Further attempts'))).toHaveLength(1);
  clock = new Date(clock.getTime() + 61_000);
  await send('POST', '/api/v1/session', 'after-the-flood', { body: { code: 'guess' } });
  await entriesOf('after-the-flood');
});

test('an agent cannot make itself a log-in of a person', async () => {
  const refused = await send('POST', '/api/v1/login-links', 'agent-log-in', { token: hub.agentToken });
  expect(refused.status).toBe(403);
  await entriesOf('agent-log-in');
});

test('the log is read newest first, page by page, by actor, outcome, target, request and time', async () => {
  const list = async (query: string, token = hub.personToken) => {
    const answer = await fetch(`${hub.url}/api/v1/audit-events?${query}`, { headers: bearer(token) });
    return { status: answer.status, page: AuditPage.safeParse(await answer.json()).data };
  };
  const all = (await entries()).map((entry) => String(entry.id)).reverse();
  const walked: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { page } = await list(`limit=40${cursor === '' ? '' : `&cursor=${cursor}`}`);
    walked.push(...(page?.items ?? []).map((entry) => entry.id));
    cursor = page?.nextCursor ?? null;
  }
  expect(walked).toEqual(all);
  const found = async (query: string) => (await list(query)).page?.items ?? [];
  expect((await found('request=agent-tries-it')).map((entry) => entry.code)).toEqual(['FM_FORBIDDEN']);
  for (const entry of await found(`actor=${AGENT_ID}&outcome=refused`)) expect(entry.actorId).toBe(AGENT_ID);
  const [done] = await found('action=updateFinding&outcome=done');
  expect(await found(`target=${done?.targetId}&outcome=done&action=updateFinding`)).toEqual([done]);
  expect(await found('since=2026-06-01T12:05:00Z&until=2026-06-01T12:06:00Z')).toEqual([]);
  expect((await found('since=2026-06-01T12:05:00Z')).length).toBeGreaterThan(0);
  expect(await found('site=elsewhere')).toEqual([]);
  expect((await list('', hub.agentToken)).status).toBe(403);
});

test('who may see some sites sees what was done there, and nothing of the fleet', async () => {
  const filters = { actor: [], action: [], outcome: [], site: [], limit: 500, before: undefined };
  const { db } = hub.database;
  const seen = await listAuditEvents(db, { sites: ['keflavik'] }, filters);
  expect(new Set(seen.map((entry) => entry.siteSlug))).toEqual(new Set(['keflavik']));
  expect(await listAuditEvents(db, { sites: [] }, filters)).toEqual([]);
});

test('nothing that was written can be changed or removed', async () => {
  const { db } = hub.database;
  expect((await entries()).length).toBeGreaterThan(0);
  for (const attempt of [
    sql`update audit_events set actor_id = 'somebody else'`,
    sql`delete from audit_events`,
    sql`truncate audit_events`,
  ]) {
    await expect(attempt.execute(db)).rejects.toThrow('audit_events is append-only');
  }
});

test('an attempt at an address that the database cannot hold is noted all the same', async () => {
  const answer = await send('PATCH', '/api/v1/findings/a%00b', 'request-nul', { token: hub.personToken, body: {} });
  expect(answer.status).toBe(400);
  await entriesOf('request-nul');
  expect(await entries('request-nul')).toMatchObject([
    { action: 'updateFinding', target_id: 'a\uFFFDb', outcome: 'refused' },
  ]);
});
