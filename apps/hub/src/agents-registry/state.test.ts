import type { AgentLoop } from '@fleet-manager/contract/api/agents';
import { expect, test } from 'vitest';
import { judgeAgent } from './state.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const loop = (lastSuccess: number | null, rest: Partial<AgentLoop> = {}): AgentLoop => ({
  name: 'ironic-nodes-overcloud',
  lastStartedAt: null,
  lastSuccessAt: lastSuccess === null ? null : ago(lastSuccess).toISOString(),
  lastDurationMs: null,
  intervalSeconds: 60,
  objects: null,
  error: null,
  ...rest,
});
const agent = (rest: object = {}) => ({
  lastHeartbeatAt: ago(5),
  startedAt: ago(3600),
  clockSkewSeconds: 0,
  loops: [loop(30)],
  degraded: [],
  ...rest,
});

test('an agent is healthy while it speaks and its loops run on time', () => {
  expect(judgeAgent(agent(), NOW)).toMatchObject({ state: 'healthy', lagSeconds: 30 });
  expect(judgeAgent(agent({ loops: [loop(201)] }), NOW)).toMatchObject({ state: 'degraded', lagSeconds: 201 });
  expect(judgeAgent(agent({ lastHeartbeatAt: ago(181) }), NOW).state).toBe('stale');
});

test('what a loop lacks, and a clock that is wrong, are named', () => {
  const error = {
    code: 'FM_OUTSIDE_TIMEOUT',
    detail: 'Ironic did not answer',
    next: 'Check it.',
    since: NOW.toISOString(),
  };
  expect(judgeAgent(agent({ loops: [loop(30, { error })] }), NOW).detail).toContain('Ironic did not answer');
  expect(judgeAgent(agent({ clockSkewSeconds: 90, loops: [loop(-60)] }), NOW)).toMatchObject({
    state: 'degraded',
    detail: "its clock is 90 s ahead of the hub's",
    lagSeconds: 30,
  });
  expect(judgeAgent(agent({ loops: [loop(null)] }), NOW)).toMatchObject({ state: 'degraded', lagSeconds: null });
});
