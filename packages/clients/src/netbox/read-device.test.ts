import { expect, test } from 'vitest';
import { type Handler, json } from '../../test/local-server.ts';
import { deviceRow, startNetBoxTable } from '../../test/netbox-table.ts';
import { readDevice } from './read-device.ts';

async function ask(answer: (response: Parameters<Handler>[1]) => void) {
  const { session } = await startNetBoxTable({
    tables: {},
    intercept: (request, response) => {
      if (request.path !== '/api/dcim/devices/7/') return false;
      answer(response);
      return true;
    },
  });
  return readDevice(session, 7);
}

test('a device that merely left the cluster is found', async () => {
  const row = deviceRow(7, { cluster: { id: 9 } });
  expect(await ask((response) => json(response, 200, row))).toMatchObject({
    kind: 'found',
    device: { id: 7, clusterId: 9 },
  });
});

test("NetBox's own 404 means absent", async () => {
  const answer = await ask((response) => json(response, 404, { detail: 'No Device matches the given query.' }));
  expect(answer).toEqual({ kind: 'absent' });
});

test.each([
  ['a web page', (response: Parameters<Handler>[1]) => void response.writeHead(404).end('<html>not here</html>')],
  ['a gateway', (response: Parameters<Handler>[1]) => json(response, 404, { message: 'no Route matched' })],
])('a 404 of %s proves nothing', async (_, answer) => {
  expect(await ask(answer)).toMatchObject({ kind: 'failed', failure: { kind: 'unusable' } });
});

test.each([403, 500, 503])('a %i proves nothing', async (status) => {
  const answer = await ask((response) =>
    json(response, status, { detail: 'You do not have permission to perform this action.' }),
  );
  expect(answer.kind).toBe('failed');
});

test('another device than the one asked for is not it', async () => {
  expect(await ask((response) => json(response, 200, deviceRow(8)))).toMatchObject({ kind: 'unreadable' });
});
