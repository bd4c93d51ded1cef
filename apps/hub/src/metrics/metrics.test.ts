import { METRIC_LABELS, namingFault } from '@fleet-manager/platform/metrics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { condition, fullReport, insertDevice } from '../../test/fixtures.ts';
import { AGENT_ID, type HubServer, startHub } from '../../test/hub-server.ts';
import { HUB_METRICS } from './declarations.ts';

let hub: HubServer;
let device: string;
beforeAll(async () => {
  hub = await startHub();
  device = await insertDevice(hub.database.db, { name: 'tray-metrics' });
});
afterAll(() => hub.close());

const scrape = async () => (await fetch(`${hub.url}/metrics`)).text();
const declared = Object.values(HUB_METRICS);

test.each(declared.map((metric) => [metric.name, metric] as const))('%s keeps the convention', (_, metric) => {
  expect(namingFault(metric)).toBeUndefined();
  for (const label of metric.labels) expect(Object.keys(METRIC_LABELS)).toContain(label);
});

test('a hub shows every metric that it declares, by its type, and no other of its own', async () => {
  const text = await scrape();
  const shown = [...text.matchAll(/^# TYPE (fleet_manager_\w+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`);
  expect(shown.sort()).toEqual(declared.map(({ name, type }) => `${name} ${type}`).sort());
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
});

test('agents, their loops, degradations, coverage and findings show by what an operator looks for', async () => {
  const now = new Date();
  const at = now.toISOString();
  const path = { clientId: AGENT_ID };
  const loop = { lastStartedAt: at, lastSuccessAt: at, lastDurationMs: 1500, intervalSeconds: 60, objects: 18 };
  await hub.agent.PUT('/api/v1/agents/{clientId}/heartbeat', {
    params: { path },
    body: {
      kind: 'openstack-agent',
      satellite: 'sys1',
      siteSlugs: ['keflavik'],
      version: '0.1.0',
      startedAt: at,
      sentAt: at,
      loops: [
        { ...loop, name: 'ironic-nodes-overcloud', error: null },
        {
          ...loop,
          name: 'orphan-sweep-overcloud',
          lastSuccessAt: null,
          error: { code: 'FM_OUTSIDE_TIMEOUT', detail: 'd', next: 'n', since: at },
        },
      ],
      degraded: [{ subject: 'nova-overcloud', code: 'FM_OUTSIDE_TIMEOUT', detail: 'd', next: 'n', since: at }],
    },
  });
  await hub.agent.PUT('/api/v1/agents/{clientId}/condition-reports', {
    params: { path },
    body: fullReport(1, now, [condition(device, 'Enrolled', now)]),
  });
  await hub.agent.PUT('/api/v1/agents/{clientId}/findings/{scope}', {
    params: { path: { ...path, scope: 's' } },
    body: {
      observedAt: at,
      findings: [
        {
          kind: 'two-nodes-one-server',
          key: 'a',
          siteSlug: 'keflavik',
          deviceIds: [device],
          subject: 'tray-metrics',
          summary: 's',
          next: 'n',
          firstObservedAt: at,
          observations: 1,
          evidence: {},
        },
      ],
    },
  });
  const lines = (await scrape()).split('\n');
  const seconds = now.getTime() / 1000;
  expect(lines).toEqual(
    expect.arrayContaining([
      `fleet_manager_agent_state{agent="${AGENT_ID}",state="degraded"} 1`,
      `fleet_manager_agent_degradations{agent="${AGENT_ID}",code="FM_OUTSIDE_TIMEOUT"} 1`,
      `fleet_manager_agent_loop_last_success_timestamp_seconds{agent="${AGENT_ID}",loop="ironic-nodes-overcloud"} ${seconds}`,
      `fleet_manager_agent_loop_last_duration_seconds{agent="${AGENT_ID}",loop="ironic-nodes-overcloud"} 1.5`,
      `fleet_manager_agent_loop_failing{agent="${AGENT_ID}",loop="orphan-sweep-overcloud",code="FM_OUTSIDE_TIMEOUT"} 1`,
      `fleet_manager_condition_coverage_timestamp_seconds{agent="${AGENT_ID}",scope="ironic-nodes-overcloud"} ${seconds}`,
      'fleet_manager_findings_open{kind="two-nodes-one-server",severity="high"} 1',
      'fleet_manager_database_up 1',
    ]),
  );
  // What has not happened is absent: 0 would read as 1970.
  expect(lines.join('\n')).not.toMatch(/loop_last_success\w*\{[^}]*orphan-sweep/);
});

test('three hundred devices more make no more series', async () => {
  const count = async () => (await scrape()).split('\n').filter((line) => line.startsWith('fleet_manager_')).length;
  await scrape();
  const before = await count();
  for (let i = 0; i < 300; i += 1) await insertDevice(hub.database.db, { name: `many-${i}` });
  expect(await count()).toBe(before);
});

describe('a hub whose database is gone', () => {
  test('says so, and keeps the metrics of itself', async () => {
    const lost = await startHub();
    await lost.database.close();
    const text = await (await fetch(`${lost.url}/metrics`)).text();
    expect(text).toContain('fleet_manager_database_up 0');
    expect(text).not.toMatch(/^fleet_manager_agent_state\{/m);
    await lost.close().catch(() => undefined);
  });
});
