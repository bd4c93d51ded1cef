import { startNetBoxDouble } from '@fleet-manager/simulator/netbox/double';
import { startOpenStackDouble } from '@fleet-manager/simulator/openstack/double';
import { planSite } from '@fleet-manager/simulator/world/plan';
import { World } from '@fleet-manager/simulator/world/world';
import { expect, onTestFinished, test } from 'vitest';
import { type Exchange, type Meddle, startMeddlingProxy } from '../../test/support/meddling-proxy.ts';
import { netboxWriter } from '../../test/support/netbox-writer.ts';
import { probeNetBox } from './probe-netbox.ts';
import { probeOpenStack } from './probe-openstack.ts';
import { reportText } from './report.ts';
import type { ReleaseResult, Verdict } from './verdict.ts';

const plan = planSite({ racks: 1 });

/** The verdicts on a NetBox whose answers are changed on their way. */
async function netboxWith(meddle: Meddle): Promise<Verdict[]> {
  const double = await startNetBoxDouble({ plan });
  const proxy = await startMeddlingProxy(double.url, meddle);
  onTestFinished(async () => {
    await proxy.close();
    await double.close();
  });
  // A change log that holds nothing would show no shape.
  await netboxWriter(double.url, double.tokens.admin.v2).create('extras/tags', { name: 'contract', slug: 'contract' });
  const { verdicts } = await probeNetBox({ url: proxy.url, token: double.tokens.mirror.v2 });
  return verdicts;
}

/** Rewrites each row of the lists at a path. */
function rowsOf(path: string, change: (row: Record<string, unknown>) => Record<string, unknown>): Meddle {
  return (exchange: Exchange) => {
    if (!exchange.path.startsWith(`${path}?`)) return undefined;
    const body = exchange.body as { results: Record<string, unknown>[] };
    return { body: { ...body, results: body.results.map(change) } };
  };
}

const bad = (verdicts: readonly Verdict[]) =>
  verdicts.filter((one) => one.breaks !== null).map(({ call, outcome, facts }) => ({ call, outcome, facts }));

function asResult(release: string, verdicts: readonly Verdict[]): ReleaseResult {
  return { release, versions: [], verdicts, suites: null, failure: null };
}

test('a NetBox as we know it breaks nothing, and every declared call is in the table', async () => {
  const verdicts = await netboxWith(() => undefined);
  expect(bad(verdicts)).toEqual([]);
  expect(verdicts.map((one) => one.outcome)).toEqual(verdicts.map(() => 'ok'));
  const text = reportText([asResult('double-4.7', verdicts)]);
  expect(text).toContain('netbox GET /api/dcim/devices/{id}/');
  expect(text).toContain('Nothing breaks at double-4.7.');
});

test('a field that a release drops is named, with what it takes away', async () => {
  const verdicts = await netboxWith(rowsOf('/api/dcim/devices/', ({ serial: _, ...row }) => row));
  expect(bad(verdicts)).toEqual([
    { call: 'listDevices', outcome: 'field missing', facts: [expect.stringMatching(/^serial: in none of \d+ rows$/)] },
  ]);
  const text = reportText([asResult('netbox-9.9', verdicts)]);
  expect(text).toContain('netbox-9.9: netbox GET /api/dcim/devices/: field missing');
  expect(text).toContain('breaks: the devices themselves');
  expect(text).toMatch(/to do: {2}\S/);
});

test('an endpoint that is gone, one that is refused and a word nobody knows are told apart', async () => {
  const verdicts = await netboxWith((exchange) => {
    if (exchange.path.startsWith('/api/dcim/mac-addresses/')) return { status: 404, body: { detail: 'Not found.' } };
    if (exchange.path.startsWith('/api/ipam/prefixes/'))
      return { status: 403, body: { detail: 'You do not have permission to perform this action.' } };
    return rowsOf('/api/dcim/cables/', (row) => ({ ...row, status: { value: 'retracted', label: 'Retracted' } }))(
      exchange,
    );
  });
  expect(bad(verdicts).map(({ call, outcome }) => `${call}: ${outcome}`)).toEqual([
    'listCables: new value',
    'listMacAddresses: gone',
    'listPrefixes: refused',
  ]);
  expect(verdicts.find((one) => one.call === 'listCables')?.facts[0]).toContain('"retracted"');
});

test('a row of another shape is unreadable, with the field that is wrong', async () => {
  const verdicts = await netboxWith(rowsOf('/api/dcim/devices/', (row) => ({ ...row, device_type: 'HG-1' })));
  expect(bad(verdicts)).toEqual([
    { call: 'listDevices', outcome: 'unreadable', facts: [expect.stringContaining('device_type')] },
  ]);
});

test('an OpenStack as we know it breaks nothing, whichever generation, and every declared call is made', async () => {
  for (const generation of ['debian', 'latest'] as const) {
    const double = await startOpenStackDouble({ world: new World({ plan }), generation });
    onTestFinished(() => double.close());
    const target = { clouds: double.cloudsYaml, cloud: 'fleet', writer: 'fleet-norules' };
    const { versions, verdicts } = await probeOpenStack(target);
    expect(bad(verdicts)).toEqual([]);
    expect(verdicts.map((one) => `${one.service}.${one.call}`)).toContain('placement.getConsumerAllocations');
    expect(versions[0]).toBe(generation === 'debian' ? 'baremetal 1.82' : 'baremetal 1.115');
  }
});

test('a provision state that nobody knows, and a node without one of its fields, are named', async () => {
  const double = await startOpenStackDouble({ world: new World({ plan }) });
  const ironic = await startMeddlingProxy(double.urls.ironic, ({ path, body }) => {
    if (!path.startsWith('/v1/nodes?')) return undefined;
    const { nodes } = body as { nodes: Record<string, unknown>[] };
    const [first, ...rest] = nodes.map(({ reservation: _, ...node }) => node);
    return { body: { nodes: [{ ...first, provision_state: 'liquid cooling' }, ...rest] } };
  });
  onTestFinished(async () => {
    await ironic.close();
    await double.close();
  });
  const clouds = double.cloudsYaml.replaceAll(
    /^( *)(region_name:.*)$/gm,
    `$1$2\n$1baremetal_endpoint_override: ${ironic.url}`,
  );
  const { verdicts } = await probeOpenStack({ clouds, cloud: 'fleet', writer: 'fleet-norules' });
  const [nodes] = bad(verdicts);
  expect(nodes).toMatchObject({ call: 'listNodes', outcome: 'field missing' });
  expect(nodes?.facts.join('\n')).toContain('reservation');
  expect(nodes?.facts.join('\n')).toContain('"liquid cooling"');
});
