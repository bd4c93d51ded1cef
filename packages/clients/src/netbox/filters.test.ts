import { describe, expect, test } from 'vitest';
import { devicePath, deviceRows, knownCluster, startNetBoxTable } from '../../test/netbox-table.ts';
import { clustersNamed } from './cluster-names.ts';
import { collect } from './collect.ts';
import { bareCables } from './resources/cables.ts';
import { devices } from './resources/devices.ts';
import { interfaces } from './resources/interfaces.ts';
import { macAddresses } from './resources/mac-addresses.ts';
import { walk } from './walk.ts';

const interfacePath = '/api/dcim/interfaces/';
const sitePath = '/api/dcim/sites/';
const cablePath = '/api/dcim/cables/';

const interfaceRows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    name: `p${i}`,
    device: { id: i + 1 },
    last_updated: '2026-01-01T00:00:00Z',
  }));

describe('filters that NetBox would ignore', () => {
  test.each(['cluster', 'q', 'site', 'cf_nope', 'toString'])(
    '"%s" is not on the list and is never sent',
    async (name) => {
      const { session, seen } = await startNetBoxTable({ tables: { [devicePath]: deviceRows(3) } });
      const filter: object = { [name]: ['sys1-ice2'] };
      await expect(collect(walk(session, devices, { filter }))).rejects.toThrow(`no filter ${name}`);
      expect(seen).toEqual([]);
    },
  );

  test('a configured filter without values is refused, because it would read as "everything"', async () => {
    const { session, seen } = await startNetBoxTable({ tables: { [devicePath]: deviceRows(3) } });
    await expect(collect(walk(session, devices, { filter: { cluster_id: [] } }))).rejects.toThrow('no values');
    expect(seen).toEqual([]);
  });

  test('the rows of no device at all are no rows, and no request', async () => {
    const { session, seen } = await startNetBoxTable({ tables: { [interfacePath]: interfaceRows(3) } });
    expect(await collect(walk(session, interfaces, { filter: { device_id: [] } }))).toMatchObject({
      kind: 'complete',
      rows: [],
    });
    expect(seen).toEqual([]);
  });

  test('a server that answers with every cluster is found out by its rows, and none is used', async () => {
    const rows = deviceRows(3, (id) => ({ cluster: { id } }));
    const { session } = await startNetBoxTable({ tables: { [devicePath]: rows } });
    const all = await collect(walk(session, devices, { filter: { cluster_id: [1] } }));
    expect(all).toMatchObject({
      kind: 'incomplete',
      failure: { kind: 'filter-ignored', filter: 'cluster_id', code: 'FM_NETBOX_FILTER_IGNORED' },
      partial: [],
    });
  });

  test('where rows cannot show it, the server is first asked for what no object has', async () => {
    const { session, seen } = await startNetBoxTable({ tables: { [interfacePath]: interfaceRows(3) } });
    const all = await collect(walk(session, interfaces, { filter: { site_id: [1] } }));
    expect(all).toMatchObject({ kind: 'incomplete', failure: { kind: 'filter-ignored', filter: 'site_id' } });
    expect(seen.map((one) => one.query.get('site_id'))).toEqual(['0']);
  });

  test('that question is asked once, not before every walk', async () => {
    const { session, seen } = await startNetBoxTable({
      tables: { [interfacePath]: interfaceRows(3) },
      filters: { [interfacePath]: { site_id: { field: 'device', known: [1, 2, 3] } } },
    });
    for (let i = 0; i < 2; i += 1) await collect(walk(session, interfaces, { filter: { site_id: [1] } }));
    expect(seen.filter((one) => one.query.get('site_id') === '0').length).toBe(1);
  });
});

describe('filters that point at something gone', () => {
  test('a deleted cluster is a mistake in the settings, never an empty site', async () => {
    const { session } = await startNetBoxTable({ tables: { [devicePath]: deviceRows(3) }, filters: knownCluster });
    const all = await collect(walk(session, devices, { filter: { cluster_id: [77] } }));
    expect(all).toMatchObject({
      kind: 'incomplete',
      failure: { kind: 'gone', code: 'FM_NETBOX_FILTER_REFUSED', filter: 'cluster_id', values: ['77'] },
    });
    expect(all.kind === 'incomplete' && all.failure.advice).toContain('cluster');
  });

  test('a deleted site is noticed even where NetBox would call it empty', async () => {
    const netbox = {
      tables: { [cablePath]: [], [sitePath]: [{ id: 1 }] },
      filters: { [cablePath]: { site_id: { known: [1], silent: true } } },
    };
    const { session } = await startNetBoxTable(netbox);
    expect(await collect(walk(session, bareCables, { filter: { site_id: [1] } }))).toMatchObject({ kind: 'complete' });
    expect(await collect(walk(session, bareCables, { filter: { site_id: [1, 9] } }))).toMatchObject({
      kind: 'incomplete',
      failure: { kind: 'gone', filter: 'site_id', values: ['9'] },
    });
  });

  test('a device deleted since the last walk is left out, and the others are read', async () => {
    const { session } = await startNetBoxTable({
      tables: { [interfacePath]: interfaceRows(3) },
      filters: { [interfacePath]: { device_id: { known: [1, 3] } } },
    });
    const steps = walk(session, interfaces, { filter: { device_id: [1, 2, 3] } });
    const seen: unknown[] = [];
    for await (const step of steps) seen.push(step.kind === 'page' ? step.ids : step);
    expect(seen).toEqual([[1, 3], expect.objectContaining({ kind: 'complete', gone: [2] })]);
  });

  test('when all of them are gone the answer is complete and empty', async () => {
    const { session } = await startNetBoxTable({
      tables: { [interfacePath]: interfaceRows(3) },
      filters: { [interfacePath]: { device_id: { known: [] } } },
    });
    expect(await collect(walk(session, interfaces, { filter: { device_id: [1, 2] } }))).toMatchObject({
      kind: 'complete',
      rows: [],
    });
  });

  test('a cluster name without a cluster is named', async () => {
    const { session } = await startNetBoxTable({
      tables: { '/api/virtualization/clusters/': [{ id: 4, name: 'sys1-ice2', last_updated: '2026-01-01T00:00:00Z' }] },
    });
    expect(await clustersNamed(session, ['sys1-ice2'])).toMatchObject({ ok: true, value: [{ id: 4 }] });
    const missing = await clustersNamed(session, ['sys1-ice2', 'sys9']);
    expect(missing).toMatchObject({ ok: false, failure: { kind: 'gone', values: ['sys9'] } });
  });
});

test('a long list of values is sent in pieces that fit a request line', async () => {
  const count = 500;
  const { session, seen } = await startNetBoxTable({
    tables: { [interfacePath]: interfaceRows(count) },
    filters: { [interfacePath]: { device_id: { known: Array.from({ length: count }, (_, i) => i + 1) } } },
  });
  const deviceIds = Array.from({ length: count }, (_, i) => i + 1);
  const all = await collect(walk(session, interfaces, { filter: { device_id: deviceIds } }));
  expect(all.kind === 'complete' && all.rows.length).toBe(count);
  expect(Math.max(...seen.map((one) => one.query.toString().length))).toBeLessThan(3500);
});

test('a type that the token may not read says so for itself alone', async () => {
  const { session } = await startNetBoxTable({
    tables: { [devicePath]: deviceRows(2) },
    intercept: (request, response) => {
      if (!request.path.includes('mac-addresses')) return false;
      response.writeHead(403, { 'content-type': 'application/json' });
      response.end('{"detail":"You do not have permission to perform this action."}');
      return true;
    },
  });
  const macs = await collect(walk(session, macAddresses));
  expect(macs).toMatchObject({
    kind: 'incomplete',
    failure: { kind: 'forbidden', objectType: 'dcim.macaddress', code: 'FM_NETBOX_PERMISSION_MISSING' },
  });
  expect(macs.kind === 'incomplete' && macs.failure.advice).toContain('dcim.macaddress');
  expect(await collect(walk(session, devices))).toMatchObject({ kind: 'complete', rows: [{ id: 1 }, { id: 2 }] });
});
