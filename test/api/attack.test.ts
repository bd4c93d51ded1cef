import { afterAll, beforeAll, expect, test } from 'vitest';
import { AGENT_ID } from '../../apps/hub/test/hub-server.ts';
import { type Meddle, startMeddlingProxy } from '../support/meddling-proxy.ts';
import { type HubUnderAttack, startHubUnderAttack } from './hub-under-attack.ts';
import { attack } from './schemathesis.ts';
import { type StreamCutter, startStreamCutter } from './stream-cutter.ts';

const examples = Number(process.env.FM_EXAMPLES ?? '10');
const seed = Number(process.env.FM_SEED ?? '1');

let hub: HubUnderAttack;
let cutter: StreamCutter;
beforeAll(async () => {
  hub = await startHubUnderAttack();
  cutter = await startStreamCutter(hub.url);
});
afterAll(async () => {
  await cutter.close();
  await hub.close();
});

test.for(['person', 'agent', 'nobody'] as const)(
  'no answer to %s is off the API document, and none is a 500',
  { timeout: 600_000 + examples * 5_000 },
  async (who) => {
    const token = who === 'person' ? hub.personToken : who === 'agent' ? hub.agentToken : undefined;
    const report = await attack({
      url: cutter.url,
      examples,
      seed,
      ...(token === undefined ? {} : { token }),
      ...(who === 'agent' ? { subjects: { clientId: AGENT_ID } } : {}),
    });
    expect(report.found).toBe('');
    expect(hub.faults()).toEqual([]);
    expect(report.cases).toBeGreaterThan(examples);
  },
);

test.for<readonly [string, Meddle, RegExp]>([
  ['a 500', ({ path }) => (path.includes('site=') ? { status: 500 } : undefined), /Server error/],
  [
    'a field that is missing',
    ({ status }) => (status === 200 ? { body: { items: [{}], nextCursor: null } } : undefined),
    /required property/,
  ],
  [
    'a status that is not in the document',
    ({ status }) => (status === 400 ? { status: 422 } : undefined),
    /Undocumented status code/,
  ],
  [
    'an open door',
    ({ status }) => (status === 401 ? { status: 200, body: { items: [], nextCursor: null } } : undefined),
    /authentication/,
  ],
])('%s would be found', async ([_what, meddle, words]) => {
  const faulty = await startMeddlingProxy(hub.url, (exchange) =>
    exchange.path.startsWith('/api/v1/racks') ? meddle(exchange) : undefined,
  );
  try {
    const { found } = await attack({ url: faulty.url, examples: 10, seed, token: hub.personToken, only: 'listRacks' });
    expect(found).toMatch(words);
  } finally {
    await faulty.close();
  }
});
