import { expect, onTestFinished, test } from 'vitest';
import { fakeRuntime, type Handler, json, localServer } from '../../test/local-server.ts';
import { loadCloud } from '../clouds/load.ts';
import { openSession } from '../keystone/session.ts';
import { createPlacementClient } from '../placement/client.ts';
import { createNovaClient } from './client.ts';

async function services(handler: Handler, range = { min: '2.1', max: '2.104' }) {
  const server = await localServer((request, response, count) => {
    const asked = request.headers['openstack-api-version'];
    if (request.path === '/')
      return json(response, 200, {
        versions: [
          { id: 'v1.0', version: '', min_version: range.min, max_version: range.max },
          { id: 'v2.1', version: range.max, min_version: range.min, max_version: range.max },
        ],
      });
    if (typeof asked === 'string') response.setHeader('OpenStack-API-Version', asked);
    return handler(request, response, count);
  });
  const text = `clouds:\n  a:\n    auth_type: none\n    auth: { endpoint: "${server.url}" }\n    compute_endpoint_override: "${server.url}/v2.1"\n`;
  const session = openSession(loadCloud({ text }), { runtime: fakeRuntime() });
  onTestFinished(async () => {
    await session.close();
    await server[Symbol.asyncDispose]();
  });
  return {
    nova: createNovaClient(session),
    placement: createPlacementClient(session),
    seen: server.seen,
  };
}

test('all projects are listed by marker at a version that shows cells that are down', async () => {
  const rows = [
    { id: 's2', status: 'UNKNOWN', tenant_id: 'p' },
    { id: 's1', status: 'ACTIVE', name: 'one', 'OS-EXT-SRV-ATTR:hypervisor_hostname': 'n1', metadata: { fm_op: 'x' } },
    { id: 's3', status: 'BUILD' },
    { id: 's4' },
  ];
  const { nova, seen } = await services((request, response) => {
    const from = rows.findIndex((one) => one.id === request.query.get('marker')) + 1;
    json(response, 200, {
      servers: rows.slice(from, from + 2),
      ...(from === 0 ? { servers_links: [{ rel: 'next', href: 'http://inner.invalid/' }] } : {}),
    });
  });
  const walk = await nova.listServers();
  expect(walk).toMatchObject({
    complete: true,
    items: [
      { id: 's2', cellDown: true, name: null, projectId: 'p' },
      { id: 's1', cellDown: false, hypervisorHostname: 'n1', metadata: { fm_op: 'x' } },
      { id: 's3', status: 'BUILD' },
    ],
    rejected: [{ id: 's4' }],
  });
  const list = seen.filter((one) => one.path === '/v2.1/servers/detail');
  expect(list.map((one) => one.query.toString())).toEqual([
    // With a limit Nova would leave the servers of a cell that is down out.
    'all_tenants=1',
    'all_tenants=1&marker=s1',
  ]);
  expect(list[0]?.headers['openstack-api-version']).toBe('compute 2.96');
});

test('a page of nothing but servers of a down cell is the last: Nova cannot go on from one of them', async () => {
  const { nova, seen } = await services((_, response) =>
    json(response, 200, {
      servers: [
        { id: 's1', status: 'UNKNOWN' },
        { id: 's2', status: 'UNKNOWN' },
      ],
      servers_links: [{ rel: 'next', href: 'http://inner.invalid/' }],
    }),
  );
  expect(await nova.listServers()).toMatchObject({ complete: true, items: [{ id: 's1' }, { id: 's2' }] });
  expect(seen.filter((one) => one.path === '/v2.1/servers/detail')).toHaveLength(1);
});

test('a Nova that hides cells that are down is refused', async () => {
  const { nova } = await services((_, response) => json(response, 200, { servers: [] }), { min: '2.1', max: '2.65' });
  expect(await nova.listServers()).toMatchObject({
    complete: false,
    error: { code: 'FM_OPENSTACK_VERSION_UNSUPPORTED' },
  });
});

test('Nova away or a marker that vanished for good is an incomplete list', async () => {
  const down = await services((_, response) => void response.writeHead(502).end('bad gateway'));
  expect(await down.nova.listServers()).toMatchObject({ complete: false, error: { status: 502 } });
  const gone = await services((request, response) =>
    request.query.has('marker')
      ? json(response, 400, { badRequest: { code: 400, message: 'marker [s2] not found' } })
      : json(response, 200, {
          servers: [
            { id: 's1', status: 'ACTIVE' },
            { id: 's2', status: 'ACTIVE' },
          ],
          servers_links: [{ rel: 'next', href: 'http://inner.invalid/' }],
        }),
  );
  expect(await gone.nova.listServers()).toMatchObject({ complete: false, error: { status: 400 }, pages: 4 });
});

test('one server: found, absent', async () => {
  const { nova } = await services((request, response) =>
    request.path.endsWith('/s1')
      ? json(response, 200, { server: { id: 's1', status: 'ACTIVE' } })
      : json(response, 404, { itemNotFound: { code: 404, message: 'no' } }),
  );
  expect(await nova.getServer('s1')).toMatchObject({ kind: 'found', item: { id: 's1' } });
  expect(await nova.getServer('s2')).toEqual({ kind: 'absent' });
});

test('Placement: providers, traits, allocations both ways', async () => {
  const { placement, seen } = await services(
    (request, response) => {
      if (request.path === '/resource_providers')
        return json(response, 200, {
          resource_providers: [{ uuid: 'n1', name: 'n1', generation: 3, parent_provider_uuid: null }],
        });
      if (request.path === '/resource_providers/n1/traits')
        return json(response, 200, { traits: ['CUSTOM_A'], resource_provider_generation: 3 });
      if (request.path === '/resource_providers/n1/allocations')
        return json(response, 200, {
          allocations: { s1: { resources: { CUSTOM_GPU: 1 } } },
          resource_provider_generation: 3,
        });
      if (request.path === '/allocations/unknown') return json(response, 200, { allocations: {} });
      return json(response, 404, { errors: [{ title: 'Not Found', detail: 'No resource provider' }] });
    },
    { min: '1.0', max: '1.39' },
  );
  expect(await placement.listProviders({ name: 'n1' })).toEqual([
    { uuid: 'n1', name: 'n1', generation: 3, parentUuid: null },
  ]);
  expect(await placement.getTraits('n1')).toEqual({ kind: 'found', item: { traits: ['CUSTOM_A'], generation: 3 } });
  expect(await placement.getProviderAllocations('n1')).toEqual({ kind: 'found', item: { s1: { CUSTOM_GPU: 1 } } });
  expect(await placement.getConsumerAllocations('unknown')).toEqual({});
  expect(await placement.getTraits('n9')).toEqual({ kind: 'absent' });
  expect(seen[1]?.headers['openstack-api-version']).toBe('placement 1.39');
});
