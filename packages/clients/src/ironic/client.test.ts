import { describe, expect, onTestFinished, test } from 'vitest';
import { fakeRuntime, type Handler, json, localServer, type SeenRequest } from '../../test/local-server.ts';
import { loadCloud } from '../clouds/load.ts';
import { openSession } from '../keystone/session.ts';
import { createIronicClient } from './client.ts';
import { isRedacted } from './node.ts';

const node = (uuid: string, extra: object = {}) => ({ uuid, provision_state: 'active', maintenance: false, ...extra });

/** An Ironic of versions 1.1 to `max` that leaves everything but the version document to `handler`. */
async function ironic(handler: Handler, options: { max?: string; pageSize?: number } = {}) {
  const state = { max: options.max ?? '1.96' };
  const server = await localServer((request, response, count) => {
    const asked = String(request.headers['x-openstack-ironic-api-version'] ?? '1.1');
    response.setHeader('X-OpenStack-Ironic-API-Minimum-Version', '1.1');
    response.setHeader('X-OpenStack-Ironic-API-Maximum-Version', state.max);
    if (Number(asked.slice(2)) > Number(state.max.slice(2)))
      return json(response, 406, { error_message: '{"code": 406, "title": "Not Acceptable"}' });
    response.setHeader('X-OpenStack-Ironic-API-Version', asked);
    if (request.path === '/v1') return json(response, 200, { id: 'v1' });
    return handler(request, response, count);
  });
  const text = `clouds:\n  a:\n    auth_type: none\n    auth: { endpoint: "${server.url}" }\n`;
  const runtime = fakeRuntime();
  const session = openSession(loadCloud({ text }), { runtime });
  onTestFinished(async () => {
    await session.close();
    await server[Symbol.asyncDispose]();
  });
  return {
    client: createIronicClient(session, { pageSize: options.pageSize }),
    server,
    state,
    seen: () => server.seen.filter((one) => one.path !== '/v1'),
  };
}

/** Answers pages of `rows` by marker, at most `cap` a page; `next` leads nowhere on purpose. */
const paged =
  (rows: readonly { uuid: string }[], cap: number): Handler =>
  (request, response) => {
    const marker = request.query.get('marker');
    const from = marker === null ? 0 : rows.findIndex((one) => one.uuid === marker) + 1;
    const size = Math.min(cap, Number(request.query.get('limit')));
    const nodes = rows.slice(from, from + size);
    json(response, 200, {
      nodes,
      ...(nodes.length === size ? { next: 'http://inner.invalid:1/v1/nodes?marker=elsewhere' } : {}),
    });
  };

describe('the version', () => {
  test.each([
    ['1.82', '1.82'],
    ['1.96', '1.96'],
    ['1.200', '1.115'],
  ])('of a server that goes to %s, %s is used, in the header of Ironic', async (max, used) => {
    const { client, seen } = await ironic(paged([], 10), { max });
    await client.listNodes();
    expect(await client.version()).toBe(used);
    expect(seen()[0]?.headers['x-openstack-ironic-api-version']).toBe(used);
  });

  test('a server that is too old is refused by name', async () => {
    const { client } = await ironic(paged([], 10), { max: '1.80' });
    await expect(client.listNodes()).resolves.toMatchObject({
      complete: false,
      error: { code: 'FM_OPENSTACK_VERSION_UNSUPPORTED' },
    });
    await expect(client.version()).rejects.toThrow('it offers 1.1 to 1.80');
  });

  test('a downgrade while running: after a 406 the version is negotiated again, once', async () => {
    const { client, state, seen } = await ironic(paged([node('a')], 10));
    await client.listNodes();
    state.max = '1.87';
    expect(await client.getNode('a')).toMatchObject({ kind: 'rejected' });
    expect(seen().map((one) => one.headers['x-openstack-ironic-api-version'])).toEqual(['1.96', '1.96', '1.87']);
  });

  test('an answer at another version is not taken', async () => {
    const { client } = await ironic((_, response) => {
      response.setHeader('X-OpenStack-Ironic-API-Version', '1.1');
      json(response, 200, { nodes: [node('a')] });
    });
    const walk = await client.listNodes();
    expect(walk).toMatchObject({ complete: false, error: { code: 'FM_OUTSIDE_PROTOCOL' } });
    expect(!walk.complete && walk.error.message).toContain('was asked for at version 1.96 and answered at 1.1');
  });

  test('only fields of that version are asked for, never one that makes the list fail', async () => {
    const fields = async (max: string) => {
      const { client, seen } = await ironic(paged([], 10), { max });
      await client.listNodes();
      return (seen()[0]?.query.get('fields') ?? '').split(',');
    };
    const [old, recent] = [await fields('1.82'), await fields('1.115')];
    for (const name of ['uuid', 'owner', 'lessee', 'traits', 'shard']) expect(old).toContain(name);
    expect(recent.filter((name) => !old.includes(name))).toEqual(['service_step', 'health']);
    for (const name of ['allocation_uuid', 'conductor', 'updated_at', 'created_at', 'driver_info'])
      expect(recent).not.toContain(name);
  });
});

describe('walking the list', () => {
  const rows = Array.from({ length: 7 }, (_, i) => node(`n${i}`));

  test('pages are fetched from our own address by the last uuid, whatever "next" says', async () => {
    const { client, seen } = await ironic(paged(rows, 3), { pageSize: 500 });
    const walk = await client.listNodes();
    expect(walk).toMatchObject({ complete: true, pages: 3, restarts: 0, rejected: [] });
    expect(walk.complete && walk.items.map((one) => one.uuid)).toEqual(rows.map((one) => one.uuid));
    expect(seen().map((one) => [one.query.get('marker'), one.query.get('limit')])).toEqual([
      [null, '500'],
      ['n2', '500'],
      ['n5', '500'],
    ]);
    expect(new Set(seen().map((one) => one.query.get('fields'))).size).toBe(1);
  });

  test('a full page without "next" is followed up, a short one without it is the end', async () => {
    const { client, seen } = await ironic(
      (request, response) => {
        const marker = request.query.get('marker');
        const nodes = marker === null ? rows.slice(0, 2) : marker === 'n1' ? rows.slice(2, 3) : [];
        json(response, 200, { nodes });
      },
      { pageSize: 2 },
    );
    expect(await client.listNodes()).toMatchObject({
      complete: true,
      items: [{ uuid: 'n0' }, { uuid: 'n1' }, { uuid: 'n2' }],
    });
    expect(seen()).toHaveLength(2);
  });

  test('a marker that vanished starts the walk again', async () => {
    let lost = 1;
    const { client } = await ironic((request, response, count) => {
      if (request.query.get('marker') === 'n2' && lost-- > 0)
        return json(response, 404, { error_message: '{"faultstring": "Node n2 could not be found."}' });
      return paged(rows, 3)(request, response, count);
    });
    expect(await client.listNodes()).toMatchObject({ complete: true, restarts: 1, pages: 4, items: { length: 7 } });
  });

  test('a marker that always vanishes, a 503, a 500 on a page, a cut page: incomplete, with the cause, never shorter', async () => {
    const faults: [(request: SeenRequest) => { status: number; body: string }, string][] = [
      [
        () => ({ status: 404, body: '{"error_message": "{\\"faultstring\\": \\"Node could not be found.\\"}"}' }),
        'could not be found',
      ],
      [() => ({ status: 503, body: '<html><title>503 Backend</title></html>' }), 'an HTML page titled "503 Backend"'],
      [
        () => ({ status: 500, body: '{"error_message": "{\\"faultstring\\": \\"no attribute allocation_uuid\\"}"}' }),
        'no attribute allocation_uuid',
      ],
      [() => ({ status: 200, body: '{"nodes": [{"uuid": "n3"' }), 'the JSON ends early'],
      [() => ({ status: 200, body: '{"servers": []}' }), 'JSON of another shape'],
      [() => ({ status: 200, body: '{"nodes": [], "next": "x"}' }), 'an empty page says that there is more'],
      [() => ({ status: 200, body: JSON.stringify({ nodes: rows.slice(0, 3), next: 'x' }) }), 'the same rows again'],
    ];
    for (const [fault, message] of faults) {
      const { client } = await ironic((request, response, count) => {
        if (request.query.get('marker') === null) return paged(rows, 3)(request, response, count);
        const { status, body } = fault(request);
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      });
      const walk = await client.listNodes();
      expect(walk.complete).toBe(false);
      expect(walk).not.toHaveProperty('items');
      expect(!walk.complete && walk.error.message).toContain(message);
    }
  });

  test('an empty list with 200 is complete and empty: telling a lost role from a lost fleet is the caller’s', async () => {
    const { client } = await ironic(paged([], 10));
    expect(await client.listNodes()).toEqual({ complete: true, items: [], rejected: [], pages: 1, restarts: 0 });
  });

  test('one bad node is left out by name, the others stay', async () => {
    const bad = [
      node('a', { maintenance: 'perhaps' }),
      { name: 'no uuid' },
      node('b', { provision_state: null }),
      node('c', { traits: 7 }),
    ];
    const { client } = await ironic(paged([...rows, ...bad, node('z')] as { uuid: string }[], 50));
    const walk = await client.listNodes();
    expect(walk.complete && walk.items).toHaveLength(8);
    expect(walk.complete && walk.rejected.map((one) => one.id)).toEqual(['a', undefined, 'b', 'c']);
    expect(walk.complete && walk.rejected[0]?.reason).toContain('maintenance');
  });

  test('stopping gives the reason of the stop', async () => {
    const { client } = await ironic(() => undefined);
    const stop = new AbortController();
    const pending = client.listNodes(stop.signal);
    stop.abort(new Error('shutting down'));
    await expect(pending).rejects.toThrow('shutting down');
  });
});

describe('one node', () => {
  const read = async (row: object) => {
    const { client } = await ironic((_, response) => json(response, 200, row));
    const found = await client.getNode('a');
    if (found.kind !== 'found') throw new Error(JSON.stringify(found));
    return found.item;
  };

  test('redaction sentences are "unknown", not a failure and not a lock', async () => {
    const item = await read(
      node('a', {
        last_error: '** Value Redacted - Requires baremetal:node:get:last_error permission. **',
        reservation: '** Redacted - requires more **',
      }),
    );
    expect([item.lastError, item.reservation]).toEqual([{ redacted: true }, { redacted: true }]);
    expect(isRedacted(item.lastError)).toBe(true);
    expect((await read(node('a', { last_error: 'clean failed' }))).lastError).toBe('clean failed');
  });

  test('a state that nobody has heard of stays what it is; unasked extras do no harm', async () => {
    const item = await read(
      node('a', {
        provision_state: 'levitating',
        target_provision_state: 'orbit',
        power_state: null,
        links: [],
        novelty: { x: 1 },
        clean_step: {},
      }),
    );
    expect(item).toMatchObject({
      provisionState: 'levitating',
      targetProvisionState: 'orbit',
      powerState: null,
      cleanStep: null,
      traits: null,
    });
  });

  test('404 is absent', async () => {
    const { client } = await ironic((_, response) => json(response, 404, { error_message: '{}' }));
    expect(await client.getNode('a')).toEqual({ kind: 'absent' });
    expect(await client.getAllocation('a')).toEqual({ kind: 'absent' });
  });

  test('ports: MACs in one spelling, others left out', async () => {
    const ports = [
      { uuid: 'p1', address: '0C-42-A1-00-00-0A', node_uuid: 'a' },
      { uuid: 'p2', address: '50:01:43:80:12:34:56:78', node_uuid: 'a' },
    ];
    const { client } = await ironic((_, response) => json(response, 200, { ports }));
    expect(await client.listPorts()).toMatchObject({
      complete: true,
      items: [{ uuid: 'p1', address: '0c:42:a1:00:00:0a', nodeUuid: 'a' }],
      rejected: [{ id: 'p2' }],
    });
  });
});
