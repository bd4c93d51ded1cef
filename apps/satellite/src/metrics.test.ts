import { METRIC_LABELS, namingFault } from '@fleet-manager/platform/metrics';
import { expect, test } from 'vitest';
import { SATELLITE_METRICS } from './metric-declarations.ts';
import { SatelliteMetrics } from './metrics.ts';

const declared = Object.values(SATELLITE_METRICS);

test.each(declared.map((metric) => [metric.name, metric] as const))('%s keeps the convention', (_, metric) => {
  expect(namingFault(metric)).toBeUndefined();
  for (const label of metric.labels) expect(Object.keys(METRIC_LABELS)).toContain(label);
});

test('a satellite shows every metric that it declares, and counts passes, failures by reason and nodes by state', async () => {
  const metrics = new SatelliteMetrics({
    version: '0.1.0',
    loops: () => [
      {
        name: 'ironic-nodes-overcloud',
        intervalMs: 60_000,
        lastStartedAt: 0,
        lastSuccessAt: null,
        lastDurationMs: 12_500,
        objects: null,
        passes: 7,
        failures: { FM_OUTSIDE_TIMEOUT: 2, FM_OUTSIDE_HTTP: 1 },
        failure: null,
      },
    ],
    nodes: () => [{ store: 'ironic-nodes-overcloud', byState: new Map([['clean failed', 3]]) }],
  });
  const read = () => metrics.registry.metrics();
  await read();
  const text = await read();
  const shown = [...text.matchAll(/^# TYPE (fleet_manager_\w+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`);
  expect(shown.sort()).toEqual(declared.map(({ name, type }) => `${name} ${type}`).sort());
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'fleet_manager_satellite_info{version="0.1.0"} 1',
      'fleet_manager_store_passes_total{store="ironic-nodes-overcloud"} 7',
      'fleet_manager_store_passes_failed_total{store="ironic-nodes-overcloud",code="FM_OUTSIDE_TIMEOUT"} 2',
      'fleet_manager_store_nodes{store="ironic-nodes-overcloud",provision_state="clean failed"} 3',
      'fleet_manager_store_interval_seconds{store="ironic-nodes-overcloud"} 60',
    ]),
  );
  expect(text).not.toContain('fleet_manager_store_last_success_timestamp_seconds{');
});
