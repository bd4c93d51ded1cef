import { afterAll, beforeAll, expect, test } from 'vitest';
import { AGENT_ID, type HubServer } from '../../apps/hub/test/hub-server.ts';
import { startHubUnderAttack } from './hub-under-attack.ts';
import { attack } from './schemathesis.ts';

const examples = Number(process.env.FM_EXAMPLES ?? '10');
const seed = Number(process.env.FM_SEED ?? '1');

let hub: HubServer;
beforeAll(async () => {
  hub = await startHubUnderAttack();
});
afterAll(() => hub.close());

test.for(['person', 'agent', 'nobody'] as const)(
  'no answer to %s is off the API document, and none is a 500',
  async (who) => {
    const token = who === 'person' ? hub.personToken : who === 'agent' ? hub.agentToken : undefined;
    const report = await attack({
      url: hub.url,
      examples,
      seed,
      ...(token === undefined ? {} : { token }),
      ...(who === 'agent' ? { subjects: { clientId: AGENT_ID } } : {}),
    });
    expect(report.found).toBe('');
    expect(report.cases).toBeGreaterThan(examples);
  },
);
