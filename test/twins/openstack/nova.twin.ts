import { defineCalls } from '@fleet-manager/clients/http/calls';
import { createIronicClient } from '@fleet-manager/clients/ironic/client';
import type { OpenStackSession } from '@fleet-manager/clients/keystone/session';
import { novaCalls } from '@fleet-manager/clients/nova/calls';
import { createNovaClient } from '@fleet-manager/clients/nova/client';
import { createPlacementClient } from '@fleet-manager/clients/placement/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually, type OpenStackTarget, sessionOf } from './target.ts';

const driverCalls = defineCalls('compute', {
  create: { method: 'POST', path: '/v2.1/servers' },
  flavors: { method: 'GET', path: '/v2.1/flavors' },
  remove: { method: 'DELETE', path: '/v2.1/servers/{id}', answer: 'none' },
});
const imageCalls = defineCalls('image', { list: { method: 'GET', path: '/v2/images' } });
const rowsAndLinks = z.object({
  servers: z.array(z.object({ id: z.string() })),
  servers_links: z.array(z.object({ rel: z.string() })).optional(),
});
const nobody = '0c0ffee0-0000-4000-8000-000000000001';

/** What our Nova and Placement clients count on. The target needs a node of class gpu.gb300 that is available. */
export function describeNovaTwin(name: string, start: () => Promise<OpenStackTarget>): void {
  describe(`Nova and Placement: ${name}`, () => {
    let target: OpenStackTarget;
    let session: OpenStackSession;

    beforeAll(async () => {
      target = await start();
      session = sessionOf(target, 'fleet-norules');
    });
    afterAll(async () => {
      await session?.close();
      await target?.close();
    });

    test('versions in range are agreed on', async () => {
      expect(await createNovaClient(session).version()).toMatch(/^2\.(69|[7-9]\d)$/);
      expect(await createPlacementClient(session).version()).toMatch(/^1\.(2[89]|3\d)$/);
    });

    test('what nobody knows is absent, and an unknown consumer has nothing', async () => {
      const placement = createPlacementClient(session);
      expect(await createNovaClient(session).getServer(nobody)).toEqual({ kind: 'absent' });
      expect(await placement.getTraits(nobody)).toEqual({ kind: 'absent' });
      expect(await placement.getInventories(nobody)).toEqual({ kind: 'absent' });
      expect(await placement.listProviders({ uuid: nobody })).toEqual([]);
      expect(await placement.getConsumerAllocations(nobody)).toEqual({});
    });

    test('a server from its order to its end: Nova, Ironic and Placement tell the same', async () => {
      const [nova, ironic, placement] = [
        createNovaClient(session),
        createIronicClient(session),
        createPlacementClient(session),
      ];
      const driver = session.client(driverCalls);
      const { body } = await session.client(imageCalls).call('list');
      const image = z.object({ images: z.array(z.object({ id: z.string() })).min(1) }).parse(body).images[0]?.id;
      const headers = { 'openstack-api-version': 'compute 2.74' };
      const listed = await driver.call('flavors', { headers });
      const { flavors } = z
        .object({ flavors: z.array(z.object({ id: z.string(), name: z.string() })) })
        .parse(listed.body);
      const flavor = flavors.find((one) => one.name === 'g.baremetal')?.id;
      const order = {
        name: `twin-${Date.now()}`,
        flavorRef: flavor,
        imageRef: image,
        networks: 'none',
        metadata: { fm_op: 'twin' },
      };
      const created = await driver.call('create', { headers, body: { server: order } });
      const id = z.object({ server: z.object({ id: z.string() }) }).parse(created.body).server.id;

      const active = await eventually(async () => {
        const found = await nova.getServer(id);
        if (found.kind !== 'found' || found.item.status !== 'ACTIVE') throw new Error(JSON.stringify(found));
        return found.item;
      });
      const nodeId = active.hypervisorHostname ?? '';
      expect(active).toMatchObject({ id, cellDown: false, metadata: { fm_op: 'twin' }, taskState: null });
      expect(await ironic.getNode(nodeId)).toMatchObject({
        kind: 'found',
        item: { instanceUuid: id, provisionState: 'active' },
      });
      const servers = await nova.listServers();
      expect(servers.complete && servers.items.map((server) => server.id)).toContain(id);
      // A page that is full announces another one, which begins after the last row's id and may be empty.
      const page = (query: { limit: number; marker?: string }) =>
        session.client(novaCalls).call('listServers', { headers, query: { all_tenants: 1, ...query } });
      const full = rowsAndLinks.parse((await page({ limit: 1 })).body);
      expect(full).toMatchObject({ servers: [expect.anything()], servers_links: [{ rel: 'next' }] });
      const last = servers.complete ? (servers.items.at(-1)?.id ?? '') : '';
      expect(rowsAndLinks.parse((await page({ limit: 1, marker: last })).body)).toEqual({ servers: [] });
      await expect(page({ limit: 1, marker: nobody })).rejects.toMatchObject({ status: 400 });

      const [provider] = await placement.listProviders({ uuid: nodeId });
      expect(provider).toMatchObject({ uuid: nodeId, name: nodeId });
      expect(await placement.getConsumerAllocations(id)).toEqual({ [nodeId]: { CUSTOM_GPU_GB300: 1 } });
      expect(await placement.getProviderAllocations(nodeId)).toMatchObject({
        kind: 'found',
        item: { [id]: { CUSTOM_GPU_GB300: 1 } },
      });
      expect(await placement.getInventories(nodeId)).toMatchObject({
        kind: 'found',
        item: { CUSTOM_GPU_GB300: { total: 1 } },
      });
      const traits = await placement.getTraits(nodeId);
      expect(traits.kind === 'found' && traits.item.traits).toContain('COMPUTE_NODE');

      await driver.call('remove', { headers, params: { id } });
      await eventually(async () => expect(await nova.getServer(id)).toEqual({ kind: 'absent' }));
      await eventually(async () =>
        expect(await ironic.getNode(nodeId)).toMatchObject({
          kind: 'found',
          item: { instanceUuid: null, provisionState: 'available' },
        }),
      );
      expect(await placement.getConsumerAllocations(id)).toEqual({});
    });
  });
}
