import { afterAll, beforeAll, expect, test } from 'vitest';
import { AGENT_ID } from '../../apps/hub/test/hub-server.ts';
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
