import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IssuedQuery } from '../src/database/database.ts';
import { evaluateFreshness } from '../src/status/freshness.ts';
import { type ApiCall, everyCall } from './every-call.ts';
import { createHubDatabase, type HubDatabase } from './hub-database.ts';
import { AGENT_ID, bearer, type HubServer, startHub } from './hub-server.ts';
import { fillLargeFleet } from './large-fleet.ts';
import { faultsOf } from './query-plans.ts';

const NOW = new Date();

/** Faults that are none, each with its reason. One that no query has any more is to be taken out. */
const ALLOWED: readonly { readonly caller: RegExp; readonly fault: RegExp; readonly why: string }[] = [
  {
    caller:
      /^deviceFacets \S+device-facets(\?((site|class|status|cluster|netboxStatus)=\w|tag=gb300|condition=MaintenanceClear|q=(gpu0|at|02-00-00-1f)$|includeDeleted=).*)?$/,
    fault: /^reads all of devices$/,
    why: 'most devices match, and each is counted with its tags, which no index can hold',
  },
  { caller: /^listTags/, fault: /^reads all of devices$/, why: 'the tags of every device are counted' },
  {
    caller: /^(putConditionReport|freshness)/,
    fault: /^reads all of conditions$/,
    why: 'a full report, and one that comes too late, concern every condition of their scope',
  },
  {
    caller: /^(putConditionReport|freshness)/,
    fault: /^sorts \d+ rows by/,
    why: 'devices are judged two thousand at a time',
  },
];

const issued = new Map<string, { readonly query: IssuedQuery; readonly caller: string }>();
let caller: string | undefined;
let database: HubDatabase;
let server: HubServer;
let explainer: pg.Client;
let rows: ReadonlyMap<string, number>;

beforeAll(async () => {
  database = await createHubDatabase({
    onQuery: (query) => {
      if (caller !== undefined) issued.set(`${query.sql} ${JSON.stringify(query.parameters)}`, { query, caller });
    },
  });
  await fillLargeFleet(database.db, { devices: 10_000, now: NOW });
  // The test evaluates by itself: a run in between would change what is explained.
  server = await startHub({ database, evaluateEveryMs: 3_600_000 });
  explainer = new pg.Client({ connectionString: database.url });
  await explainer.connect();
  const counted = await explainer.query<{ relname: string; n: number }>(
    "select relname, reltuples::int as n from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  rows = new Map(counted.rows.map((row) => [row.relname, row.n]));
}, 180_000);
afterAll(async () => {
  await explainer?.end();
  await server?.close();
});

/** Sends a call and asks for the page after its answer, noting the queries that this causes. */
async function send(call: ApiCall, token: string): Promise<void> {
  caller = `${call.operationId} ${call.target}`;
  const gone = new AbortController();
  const response = await fetch(server.url + call.target, {
    method: call.method,
    headers: {
      ...bearer(token),
      ...call.headers,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    signal: gone.signal,
  });
  // No code opens a session here: it is refused after its query.
  expect.soft(response.ok || call.operationId === 'createSession', `${caller}: ${response.status}`).toBe(true);
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.getReader().read();
    gone.abort();
    return;
  }
  const [, cursor] = /"nextCursor":"([^"]+)"/.exec(await response.text()) ?? [];
  if (cursor === undefined || call.target.includes('cursor=') || /\?.+&sort=/.test(call.target)) return;
  const joint = call.target.includes('?') ? '&' : '?';
  await send({ ...call, target: `${call.target}${joint}cursor=${encodeURIComponent(cursor)}` }, token);
}

const used = new Set<string>();

/** Explains what was issued since the last time, as the tables are now. Answers the faults that are not allowed. */
async function takeFaults(): Promise<string[]> {
  caller = undefined;
  const faults: string[] = [];
  for (const { query, caller } of issued.values()) {
    for (const fault of await faultsOf(explainer, query, (table) => rows.get(table) ?? 0)) {
      const allowed = ALLOWED.find((one) => one.caller.test(caller) && one.fault.test(fault));
      if (allowed === undefined) faults.push(`${caller} ${fault}: ${query.sql.replaceAll(/\s+/g, ' ').slice(0, 160)}`);
      else used.add(allowed.why);
    }
  }
  expect(issued.size).toBeGreaterThan(0);
  issued.clear();
  return faults;
}

test('no query of the hub reads or sorts a big table as a whole', { timeout: 180_000 }, async () => {
  const device = await database.db.selectFrom('devices').select('id').where('netbox_id', '=', 777).executeTakeFirst();
  const finding = await database.db.selectFrom('findings').select('id').where('key', '=', '778').executeTakeFirst();
  if (device === undefined || finding === undefined) throw new Error('the fleet is not there');
  const calls = everyCall({ deviceId: device.id, findingId: finding.id, agentId: AGENT_ID, now: NOW });
  const oneSite = await server.personOf(['keflavik']);
  const [reads, writes] = [calls.filter(isRead), calls.filter((call) => !isRead(call))];
  for (const call of reads) {
    await send(call, call.by === 'agent' ? server.agentToken : server.personToken);
    // Who may see some sites only is answered by other queries; in which order makes no difference to that.
    if (call.by === 'person' && !call.target.includes('sort=')) await send(call, oneSite);
  }
  caller = 'getMetrics';
  expect((await fetch(`${server.url}/metrics`)).ok).toBe(true);
  expect(await takeFaults()).toEqual([]);

  for (const call of writes) await send(call, call.by === 'agent' ? server.agentToken : server.personToken);
  caller = 'freshness';
  await evaluateFreshness(database.db, new Date(NOW.getTime() + 3_600_000));
  expect(await takeFaults()).toEqual([]);
  expect([...used].sort()).toEqual(ALLOWED.map((one) => one.why).sort());
});

const isRead = (call: ApiCall) => call.method === 'GET';
