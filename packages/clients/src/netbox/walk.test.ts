import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { json } from '../../test/local-server.ts';
import {
  devicePath,
  deviceRow,
  deviceRows,
  knownCluster,
  type NetBoxTable,
  type Row,
  startNetBoxTable,
} from '../../test/netbox-table.ts';
import { changesSince } from './changes.ts';
import { collect } from './collect.ts';
import { devices } from './resources/devices.ts';
import { macAddresses } from './resources/mac-addresses.ts';
import { sweepIds } from './sweep.ts';
import { type WalkStep, walk } from './walk.ts';

async function ids<R extends { id: number }>(steps: AsyncIterable<WalkStep<R>>): Promise<number[] | string> {
  const all = await collect(steps);
  return all.kind === 'complete' ? all.rows.map((row) => row.id) : all.failure.kind;
}

const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('pages', () => {
  test('from 4.6 on the walk goes by start once it has the count, and never offsets', async () => {
    const { session, seen } = await startNetBoxTable({ tables: { [devicePath]: deviceRows(5) }, version: '4.6.0' });
    expect(await ids(walk(session, devices, { pageSize: 2 }))).toEqual(oneTo(5));
    const pages = seen.filter((one) => one.query.has('start'));
    expect(pages.map((one) => one.query.get('start'))).toEqual(['3', '5', '6']);
    expect(pages.every((one) => !one.query.has('ordering'))).toBe(true);
    expect(seen.some((one) => one.query.has('offset'))).toBe(false);
  });

  test('below 4.6 the same walk goes by id__gte in order of id', async () => {
    const { session, seen } = await startNetBoxTable({ tables: { [devicePath]: deviceRows(3) }, version: '4.5.9' });
    expect(await ids(walk(session, devices, { pageSize: 2 }))).toEqual(oneTo(3));
    const pages = seen.filter((one) => one.query.has('id__gte'));
    expect(pages.map((one) => [one.query.get('ordering'), one.query.get('id__gte')])).toEqual([
      ['id', '1'],
      ['id', '3'],
      ['id', '4'],
    ]);
    expect(seen.some((one) => one.query.has('start'))).toBe(false);
  });

  test.each(['4.2.0', '4.7.3'])('a list that one page holds is a single request to %s', async (version) => {
    const { session, seen } = await startNetBoxTable({ tables: { [devicePath]: deviceRows(3) }, version });
    const before = seen.length;
    expect(await ids(walk(session, devices))).toEqual(oneTo(3));
    expect(seen.length - before).toBe(1);
  });

  test('a server that gives fewer rows than asked for loses none', async () => {
    const { session } = await startNetBoxTable({ tables: { [devicePath]: deviceRows(25) }, clamp: 10 });
    expect(await ids(walk(session, devices))).toEqual(oneTo(25));
  });

  test('a long list is read from its start and its middle at once, whole', async () => {
    const { session, seen } = await startNetBoxTable({ tables: { [devicePath]: deviceRows(25) }, clamp: 3 });
    const got = await ids(walk(session, devices, { splitFrom: 10 }));
    expect([...got].sort((a, b) => Number(a) - Number(b))).toEqual(oneTo(25));
    const starts = seen.flatMap((one) => one.query.get('start') ?? []).map(Number);
    // Both stretches are under way before either is done.
    expect(starts.slice(0, 2).sort((a, b) => a - b)).toEqual([4, 15]);
  });

  test('the address in "next" is never called', async () => {
    const { session, seen } = await startNetBoxTable({ tables: { [devicePath]: deviceRows(5) }, clamp: 2 });
    await ids(walk(session, devices));
    expect(new Set(seen.map((one) => one.path))).toEqual(new Set([devicePath]));
  });

  test('config contexts are kept out of device lists below 4.7', async () => {
    const { session, seen } = await startNetBoxTable({ tables: { [devicePath]: deviceRows(1) }, version: '4.6.8' });
    await ids(walk(session, devices));
    expect(seen.every((one) => one.query.get('exclude') === 'config_context')).toBe(true);
  });

  test('no list asks for a field that costs a query per row', async () => {
    const { session, seen } = await startNetBoxTable({ tables: { [devicePath]: deviceRows(1) } });
    await ids(walk(session, devices));
    const fields = seen.flatMap((one) => one.query.get('fields')?.split(',') ?? ['all']);
    for (const costly of ['all', 'config_context', 'link_peers', 'connected_endpoints'])
      expect(fields).not.toContain(costly);
  });

  test('a fault in one stretch of a long list ends the walk as incomplete', async () => {
    const { session } = await startNetBoxTable({
      tables: { [devicePath]: deviceRows(25) },
      clamp: 3,
      intercept: (request, response) => {
        if (request.query.get('start') !== '7') return false;
        json(response, 403, { detail: 'You do not have permission to perform this action.' });
        return true;
      },
    });
    expect(await ids(walk(session, devices, { splitFrom: 10 }))).toBe('forbidden');
  });

  test('an aborted walk throws the reason', async () => {
    const stop = new AbortController();
    const { session } = await startNetBoxTable({ tables: { [devicePath]: deviceRows(5) }, clamp: 2 });
    const steps = walk(session, devices, { signal: stop.signal });
    await steps.next();
    stop.abort(new Error('shutting down'));
    await expect(steps.next()).rejects.toThrow('shutting down');
  });
});

describe('rows that come and go during a walk', () => {
  test('a row deleted between two pages hides no other', async () => {
    const netbox: NetBoxTable = { tables: { [devicePath]: deviceRows(6) }, clamp: 2 };
    const { session } = await startNetBoxTable(netbox);
    const got: number[] = [];
    for await (const step of walk(session, devices)) {
      if (step.kind !== 'page') expect(step.kind).toBe('complete');
      else got.push(...step.ids);
      netbox.tables[devicePath] = netbox.tables[devicePath]!.filter((row) => row.id !== 1);
    }
    expect(got).toEqual(oneTo(6));
  });

  test('every row that was there all the time is seen, whatever happens to the others', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 25 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 25 }),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom(3, 1000),
        async (stay, comeAndGo, clamp, splitFrom) => {
          const flicker = comeAndGo.filter((id) => !stay.includes(id));
          const rows = (extra: number[]): Row[] => [...new Set([...stay, ...extra])].map((id) => deviceRow(id));
          const netbox: NetBoxTable = { tables: { [devicePath]: rows([]) }, clamp };
          netbox.intercept = (request, _, count) => {
            if (request.path === devicePath)
              netbox.tables[devicePath] = rows(flicker.filter((_, i) => (i + count) % 3 === 0));
            return false;
          };
          const { session } = await startNetBoxTable(netbox);
          const all = await collect(walk(session, devices, { splitFrom }));
          // The walk may fail to agree with the count and say so; a complete one has them all.
          if (all.kind === 'complete') expect([...all.ids]).toEqual(expect.arrayContaining(stay));
          else expect(all.failure.kind).toBe('unsteady');
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('answers that contradict themselves', () => {
  const page = (results: unknown[], count: number | null = null) => ({ count, next: null, previous: null, results });

  test.each([
    ['the same page again and again', () => page([deviceRow(1), deviceRow(2)])],
    ['a row twice in a page', () => page([deviceRow(1), deviceRow(1)])],
    ['rows out of order', () => page([deviceRow(5), deviceRow(4)])],
  ])('%s: incomplete', async (_, answer) => {
    const { session } = await startNetBoxTable({
      tables: {},
      intercept: (request, response) => {
        if (request.path !== devicePath) return false;
        json(response, 200, answer());
        return true;
      },
    });
    expect(await ids(walk(session, devices))).toBe('unsteady');
  });

  test('an empty list with 200 while the count says otherwise is no empty NetBox', async () => {
    const { session } = await startNetBoxTable({
      tables: { [devicePath]: deviceRows(3) },
      intercept: (request, response) => {
        if (request.path !== devicePath || request.query.get('limit') === '1') return false;
        json(response, 200, page([], 0));
        return true;
      },
    });
    expect(await sweepIds(session, devices)).toMatchObject({ kind: 'incomplete', failure: { kind: 'unsteady' } });
  });

  test('a page cut short is made up for by the next', async () => {
    let cut = false;
    const { session } = await startNetBoxTable({
      tables: { [devicePath]: deviceRows(6) },
      intercept: (request, response) => {
        if (cut || request.query.get('start') !== '1') return false;
        cut = true;
        json(response, 200, page(deviceRows(2)));
        return true;
      },
    });
    expect(await ids(walk(session, devices))).toEqual(oneTo(6));
  });

  test.each([
    ['no list', { detail: 'fine' }],
    ['a bare list', []],
    ['a row without an id', page([{ name: 'x' }])],
  ])('%s: unusable', async (_, body) => {
    const { session } = await startNetBoxTable({
      tables: {},
      intercept: (request, response) => {
        if (request.path !== devicePath) return false;
        json(response, 200, body);
        return true;
      },
    });
    expect(await ids(walk(session, devices))).toBe('unusable');
  });

  test('a web page with status 200 is never data', async () => {
    const { session } = await startNetBoxTable({
      tables: {},
      intercept: (request, response) => {
        if (request.path !== devicePath) return false;
        response.end('<html><title>Maintenance</title></html>');
        return true;
      },
    });
    expect(await ids(walk(session, devices))).toBe('unusable');
  });
});

describe('a NetBox under load', () => {
  test('pages that time out at the proxy are asked for in smaller size', async () => {
    const { session, seen } = await startNetBoxTable({
      tables: { [devicePath]: deviceRows(300) },
      intercept: (request, response) => {
        if (Number(request.query.get('limit')) <= 250) return false;
        response.writeHead(504, { 'content-type': 'text/html' });
        response.end('<html><h1>504 Gateway Time-out</h1></html>');
        return true;
      },
    });
    expect(await ids(walk(session, devices))).toEqual(oneTo(300));
    expect(seen.map((one) => one.query.get('limit'))).toEqual(expect.arrayContaining(['1000', '500', '250']));
  });

  test('JSON that ends early is asked for again in smaller size', async () => {
    const { session } = await startNetBoxTable({
      tables: { [devicePath]: deviceRows(20) },
      intercept: (request, response) => {
        if (Number(request.query.get('limit')) <= 500) return false;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('{"count":null,"results":[{"id":1,"name":"no');
        return true;
      },
    });
    expect(await ids(walk(session, devices))).toEqual(oneTo(20));
  });

  test.each([502, 503, 504, 429])('a NetBox that only answers %i ends the walk as unavailable', async (status) => {
    const { session, seen } = await startNetBoxTable({
      tables: {},
      intercept: (request, response) => {
        if (request.path !== devicePath) return false;
        json(response, status, { detail: 'busy' });
        return true;
      },
    });
    expect(await ids(walk(session, devices))).toBe('unavailable');
    expect(seen.length).toBeLessThan(20);
  });

  test('what came before the failure is kept as partial, never as rows', async () => {
    const { session } = await startNetBoxTable({
      tables: { [devicePath]: deviceRows(4) },
      clamp: 2,
      intercept: (request, response) => {
        if (request.query.get('start') !== '3') return false;
        json(response, 500, { error: 'boom' });
        return true;
      },
    });
    const all = await collect(walk(session, devices));
    expect(all).toMatchObject({ kind: 'incomplete', failure: { kind: 'server-error' } });
    expect(all.kind === 'incomplete' && all.partial.map((row) => row.id)).toEqual([1, 2]);
    expect(all).not.toHaveProperty('rows');
  });
});

describe('change polls', () => {
  const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, '0')}:00.123456Z`;

  test('an edited MAC address shows in its own poll, though its device and interface keep their stamp', async () => {
    const { session } = await startNetBoxTable({
      tables: {
        [devicePath]: deviceRows(1),
        '/api/dcim/mac-addresses/': [
          {
            id: 1,
            mac_address: '02:00:00:00:00:01',
            assigned_object_type: 'dcim.interface',
            assigned_object_id: 7,
            last_updated: at(30),
          },
          {
            id: 2,
            mac_address: '02:00:00:00:00:02',
            assigned_object_type: null,
            assigned_object_id: null,
            last_updated: at(1),
          },
        ],
      },
    });
    const since = new Date('2026-01-01T00:20:00Z');
    expect(await collect(changesSince(session, macAddresses, { since }))).toMatchObject({
      kind: 'complete',
      rows: [{ id: 1, mac: '02:00:00:00:00:01', assignedId: 7 }],
    });
    expect(await ids(changesSince(session, devices, { since }))).toEqual([]);
  });

  test('rows of the last minutes before come again, so that a late commit is not lost', async () => {
    const { session } = await startNetBoxTable({
      tables: { [devicePath]: deviceRows(40, (id) => ({ last_updated: at(id) })) },
    });
    expect(await ids(changesSince(session, devices, { since: new Date('2026-01-01T00:38:00Z') }))).toEqual(
      expect.arrayContaining([33, 39, 40]),
    );
  });

  test('an idle poll is a single request', async () => {
    const { session, seen } = await startNetBoxTable({ tables: { [devicePath]: deviceRows(9) } });
    await ids(changesSince(session, devices, { since: new Date('2026-06-01T00:00:00Z') }));
    expect(seen.length).toBe(1);
  });

  test('a server that ignores the time is found out', async () => {
    const { session } = await startNetBoxTable({
      tables: {},
      intercept: (request, response) => {
        if (request.path !== devicePath) return false;
        json(response, 200, { count: null, results: deviceRows(3) });
        return true;
      },
    });
    expect(await collect(changesSince(session, devices, { since: new Date('2026-06-01T00:00:00Z') }))).toMatchObject({
      kind: 'incomplete',
      failure: { kind: 'filter-ignored', filter: 'last_updated__gte' },
    });
  });

  test("the next poll starts by the slower of NetBox's clock and ours", async () => {
    const { session } = await startNetBoxTable({
      tables: { [devicePath]: deviceRows(1) },
      intercept: (_, response) => {
        response.setHeader('date', 'Wed, 31 Dec 2025 23:59:00 GMT');
        return false;
      },
    });
    expect(await collect(walk(session, devices))).toMatchObject({ asOf: new Date('2025-12-31T23:59:00Z') });
  });
});

test('a bad row is set aside, with its id and what is wrong, and costs no other row', async () => {
  const rows = deviceRows(3, (id) => (id === 2 ? { site: null } : {}));
  const { session } = await startNetBoxTable({ tables: { [devicePath]: rows }, filters: knownCluster });
  const all = await collect(walk(session, devices, { filter: { cluster_id: [1] } }));
  expect(all).toMatchObject({
    kind: 'complete',
    rows: [{ id: 1 }, { id: 3 }],
    rejected: [{ id: 2, problem: expect.stringContaining('site') }],
  });
  expect(all.kind === 'complete' && all.ids.has(2)).toBe(true);
});
