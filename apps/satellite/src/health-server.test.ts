import type { LoopState } from '@fleet-manager/platform/reconciler/reconciler';
import { expect, test } from 'vitest';
import { buildHealthServer } from './health-server.ts';
import { SatelliteMetrics } from './metrics.ts';

const loop = (over: Partial<LoopState>): LoopState => ({
  name: 'ironic-nodes-overcloud',
  intervalMs: 60_000,
  lastStartedAt: 0,
  lastSuccessAt: 1_000_000,
  lastDurationMs: 1_500,
  objects: 36,
  passes: 1,
  failures: {},
  failure: null,
  ...over,
});

function server(loops: LoopState[]) {
  const metrics = new SatelliteMetrics({ version: '0.1.0', loops: () => loops, nodes: () => [] });
  const app = buildHealthServer({ registry: metrics.registry, loops: () => loops, now: () => 1_060_000 });
  return { app, metrics };
}

test('ready while each loop succeeds, not before the first success, and not after five intervals without one', async () => {
  const status = async (over: Partial<LoopState>) =>
    (await server([loop({}), loop({ name: 'other', ...over })]).app.inject('/readyz')).statusCode;
  expect(await status({})).toBe(200);
  expect(await status({ lastSuccessAt: null })).toBe(503);
  expect(await status({ lastSuccessAt: 760_000 })).toBe(503);
  expect((await server([loop({ lastSuccessAt: null })]).app.inject('/healthz')).statusCode).toBe(200);
});

test('metrics are by store name', async () => {
  const { app, metrics } = server([loop({ failure: { error: new Error('x'), since: 0, count: 2 } })]);
  metrics.observe({
    service: 'baremetal',
    call: 'listNodes',
    method: 'GET',
    pathTemplate: '/v1/nodes',
    outcome: '503',
    seconds: 0.2,
  });
  const text = (await app.inject('/metrics')).body;
  expect(text).toContain('fleet_manager_store_objects{store="ironic-nodes-overcloud"} 36');
  expect(text).toContain('fleet_manager_store_failures{store="ironic-nodes-overcloud"} 2');
  expect(text).toContain('fleet_manager_outside_calls_total{service="baremetal",call="listNodes",outcome="503"} 1');
});
