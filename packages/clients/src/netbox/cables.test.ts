import { expect, test } from 'vitest';
import { json } from '../../test/local-server.ts';
import { type NetBoxTable, startNetBoxTable } from '../../test/netbox-table.ts';
import { walkCables } from './cables.ts';
import { collect } from './collect.ts';

const at = { last_updated: '2026-01-01T00:00:00Z' };
const cablePath = '/api/dcim/cables/';
const endPath = '/api/dcim/cable-terminations/';
const interfacePath = '/api/dcim/interfaces/';
const consolePath = '/api/dcim/console-ports/';
const serverPath = '/api/dcim/console-server-ports/';

const byCable = { cable_id: { known: [1, 2, 3] } };
const netbox = (): NetBoxTable => ({
  tables: {
    [cablePath]: [1, 2, 3].map((id) => ({
      id,
      type: 'smf-os2',
      status: { value: 'connected' },
      label: `c${id}`,
      ...at,
    })),
    [endPath]: [
      { id: 1, cable: 1, cable_end: 'A', termination_type: 'dcim.interface', termination_id: 10, ...at },
      { id: 2, cable: 1, cable_end: 'B', termination_type: 'dcim.interface', termination_id: 11, ...at },
      { id: 3, cable: 1, cable_end: 'B', termination_type: 'dcim.interface', termination_id: 12, ...at },
      { id: 4, cable: 2, cable_end: 'A', termination_type: 'dcim.consoleport', termination_id: 5, ...at },
      { id: 5, cable: 3, cable_end: 'A', termination_type: 'dcim.powerport', termination_id: 6, ...at },
    ],
    [interfacePath]: [10, 11, 12].map((id) => ({ id, cable: { id: 1 }, cable_end: id === 10 ? 'A' : 'B', ...at })),
    [consolePath]: [{ id: 5, cable: { id: 2 }, cable_end: 'A', ...at }],
    [serverPath]: [],
  },
  filters: { [endPath]: byCable, [interfacePath]: byCable, [consolePath]: byCable, [serverPath]: byCable },
});

const forbid =
  (...paths: string[]): NonNullable<NetBoxTable['intercept']> =>
  (request, response) => {
    if (!paths.includes(request.path)) return false;
    json(response, 403, { detail: 'You do not have permission to perform this action.' });
    return true;
  };

test('cables have their ends, several on a side where there are several', async () => {
  const { session, seen } = await startNetBoxTable(netbox());
  const all = await collect(walkCables(session));
  expect(all).toMatchObject({
    kind: 'complete',
    rows: [
      { id: 1, ends: 'all', a: [{ type: 'dcim.interface', portId: 10 }], b: [{ portId: 11 }, { portId: 12 }] },
      { id: 2, a: [{ type: 'dcim.consoleport', portId: 5 }] },
      { id: 3, a: [{ type: 'dcim.powerport', portId: 6 }] },
    ],
  });
  expect(seen.filter((one) => one.path === endPath).length).toBeLessThan(4);
});

test('a side whose device was deleted is empty, and the cable is kept', async () => {
  const { session } = await startNetBoxTable(netbox());
  const all = await collect(walkCables(session));
  expect(all.kind === 'complete' && all.rows[1]).toMatchObject({ id: 2, status: 'connected', b: [], ends: 'all' });
});

test('without the right on terminations the ends come from the ports, and say that they may be some', async () => {
  const { session } = await startNetBoxTable({ ...netbox(), intercept: forbid(endPath) });
  const refusals: unknown[] = [];
  const all = await collect(walkCables(session, { onEnds: (refused) => refusals.push(refused) }));
  expect(all).toMatchObject({
    kind: 'complete',
    rows: [
      { id: 1, ends: 'some', a: [{ type: 'dcim.interface', portId: 10 }], b: [{ portId: 11 }, { portId: 12 }] },
      { id: 2, ends: 'some', a: [{ type: 'dcim.consoleport', portId: 5 }] },
      { id: 3, ends: 'some', a: [], b: [] },
    ],
  });
  expect(refusals).toMatchObject([{ kind: 'forbidden', objectType: 'dcim.cabletermination' }]);
});

test('whether the ends are given is told when they were asked for, and only then', async () => {
  const refusals: unknown[] = [];
  const onEnds = (refused: unknown) => refusals.push(refused);
  const { session } = await startNetBoxTable(netbox());
  await collect(walkCables(session, { onEnds }));
  expect(refusals).toEqual([null]);
  await collect(walkCables(session, { onEnds, updatedSince: new Date('2100-01-01T00:00:00Z') }));
  expect(refusals).toEqual([null]);
});

test('a type of port that is forbidden as well takes only its own ends away', async () => {
  const { session } = await startNetBoxTable({ ...netbox(), intercept: forbid(endPath, consolePath) });
  const refusals: unknown[] = [];
  const all = await collect(walkCables(session, { onEnds: (refused) => refusals.push(refused) }));
  expect(all).toMatchObject({
    kind: 'complete',
    rows: [{ id: 1, a: [{ portId: 10 }] }, { id: 2, a: [], ends: 'some' }, { id: 3 }],
  });
  expect(refusals).toMatchObject([{ objectType: 'dcim.cabletermination' }]);
});

test('a failure while reading ends leaves the walk incomplete', async () => {
  const { session } = await startNetBoxTable({
    ...netbox(),
    intercept: (request, response) => {
      if (request.path !== endPath) return false;
      json(response, 500, {});
      return true;
    },
  });
  expect(await collect(walkCables(session))).toMatchObject({ kind: 'incomplete', failure: { kind: 'server-error' } });
});

test('a cable that is deleted between the two questions loses its ends, not the walk', async () => {
  const gone = netbox();
  gone.filters = { [endPath]: { cable_id: { known: [1, 3] } } };
  const { session } = await startNetBoxTable(gone);
  expect(await collect(walkCables(session))).toMatchObject({
    kind: 'complete',
    rows: [{ id: 1 }, { id: 2, a: [], b: [] }, { id: 3 }],
  });
});

test('where the release has no filter by cable, the whole list is read, once', async () => {
  const { session, seen } = await startNetBoxTable({ ...netbox(), filters: {}, intercept: forbid(consolePath) });
  const all = await collect(walkCables(session, { pageSize: 1 }));
  expect(all).toMatchObject({
    kind: 'complete',
    rows: [
      { id: 1, ends: 'all', a: [{ portId: 10 }], b: [{ portId: 11 }, { portId: 12 }] },
      { id: 2, a: [{ portId: 5 }], b: [] },
      { id: 3, a: [{ portId: 6 }], b: [] },
    ],
  });
  const wholeLists = seen.filter(
    (one) => one.path === endPath && one.query.get('id__gte') === '1' && !one.query.has('cable_id'),
  );
  expect(wholeLists.length).toBe(1);
});
