import { HttpCallError } from '@fleet-manager/clients/http/errors';
import { createIronicClient, type IronicClient } from '@fleet-manager/clients/ironic/client';
import { ironicConflict, ironicFault } from '@fleet-manager/clients/ironic/errors';
import type { IronicNode } from '@fleet-manager/clients/ironic/node';
import type { OpenStackSession } from '@fleet-manager/clients/keystone/session';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, ironicDriver, type OpenStackTarget, sessionOf } from './target.ts';

/** What the tests of one Ironic share; it is there once the first of them runs. */
interface IronicSite {
  readonly target: OpenStackTarget;
  readonly session: OpenStackSession;
  readonly driver: ReturnType<typeof ironicDriver>;
}

/**
 * What our Ironic client counts on, run unchanged against the double and the real services with `cloud` of the target's clouds
 * file; `more` adds what holds for the way to log in.
 */
export function describeIronic(
  name: string,
  start: () => Promise<OpenStackTarget>,
  cloud: string,
  more: (site: () => IronicSite) => void,
): void {
  describe(name, () => {
    let target: OpenStackTarget;
    let session: OpenStackSession;
    let ironic: IronicClient;
    let driver: ReturnType<typeof ironicDriver>;
    const site = () => ({ target, session, driver });

    beforeAll(async () => {
      target = await start();
      session = sessionOf(target, cloud);
      ironic = createIronicClient(session);
      driver = ironicDriver(session);
    });
    afterAll(async () => {
      await driver?.removeAll();
      await session?.close();
      await target?.close();
    });

    const get = async (id: string): Promise<IronicNode> => {
      const found = await ironic.getNode(id);
      if (found.kind !== 'found') throw new Error(`${id}: ${JSON.stringify(found)}`);
      return found.item;
    };
    const state = (id: string, wanted: string) =>
      eventually(async () => {
        const node = await get(id);
        if (node.provisionState !== wanted || node.targetProvisionState !== null || node.reservation !== null) {
          throw new Error(`${id} is ${node.provisionState}, lock ${String(node.reservation)}, wanted ${wanted}`);
        }
        return node;
      });

    test('a version in range is agreed on', async () => {
      expect(await ironic.version()).toMatch(/^1\.(8[2-9]|9\d|10\d|11[0-5])$/);
    });

    test('a new node is as it was made, and belongs to the project of the log-in if there is one', async () => {
      const identity = await session.identity();
      const nodeName = driver.name();
      const id = await driver.create({ name: nodeName, extra: { rack: 'r1' }, properties: { serial: 'x1' } });
      expect(await get(id)).toMatchObject({
        uuid: id,
        name: nodeName,
        provisionState: 'enroll',
        targetProvisionState: null,
        powerState: null,
        maintenance: false,
        fault: null,
        reservation: null,
        lastError: null,
        instanceUuid: null,
        resourceClass: 'twin',
        traits: [],
        owner: identity?.projectId ?? null,
        lessee: null,
        extra: { rack: 'r1' },
        properties: { serial: 'x1' },
        retired: false,
        protected: false,
        driver: 'fake-hardware',
      });
      expect(await ironic.getNode(nodeName)).toMatchObject({ kind: 'found', item: { uuid: id } });
    });

    test('a walk in small pages gives every node once', async () => {
      const ids = [];
      for (let i = 0; i < 5; i += 1) ids.push(await driver.create({ name: driver.name() }));
      const small = await createIronicClient(session, { pageSize: 2 }).listNodes();
      const large = await ironic.listNodes();
      if (!small.complete || !large.complete) throw new Error('a walk did not end');
      expect(small.pages).toBeGreaterThanOrEqual(3);
      expect(small.rejected).toEqual([]);
      const uuids = small.items.map((node) => node.uuid);
      expect(new Set(uuids).size).toBe(uuids.length);
      expect(uuids.toSorted()).toEqual(large.items.map((node) => node.uuid).toSorted());
      for (const id of ids) expect(uuids).toContain(id);
    });

    test('enroll, manageable, powered, available: each state is seen', async () => {
      const id = await driver.create({ name: driver.name() });
      await driver.provision(id, 'manage');
      await state(id, 'manageable');
      await driver.http.call('power', { headers: driver.headers, params: { id }, body: { target: 'power off' } });
      await eventually(async () => expect((await get(id)).powerState).toBe('power off'));
      await eventually(() => driver.provision(id, 'provide'));
      const node = await state(id, 'available');
      expect(node.powerState).toBe('power off');
      expect(Date.parse(node.provisionUpdatedAt ?? '')).not.toBeNaN();
    });

    test('traits and maintenance are read back; maintenance by a person has no fault', async () => {
      const id = await driver.create({ name: driver.name() });
      await driver.http.call('putTrait', { headers: driver.headers, params: { id, trait: 'CUSTOM_CUSTOMER_READY' } });
      await driver.http.call('setMaintenance', {
        headers: driver.headers,
        params: { id },
        body: { reason: 'fan tray' },
      });
      await eventually(async () =>
        expect(await get(id)).toMatchObject({
          traits: ['CUSTOM_CUSTOMER_READY'],
          maintenance: true,
          maintenanceReason: 'fan tray',
          fault: null,
        }),
      );
    });

    test('ports: one spelling of a MAC', async () => {
      const id = await driver.create({ name: driver.name() });
      const address = `52:54:00:${[1, 2, 3]
        .map(() =>
          Math.floor(Math.random() * 256)
            .toString(16)
            .padStart(2, '0'),
        )
        .join(':')}`;
      await driver.http.call('createPort', {
        headers: driver.headers,
        body: { node_uuid: id, address: address.toUpperCase() },
      });
      const ports = await ironic.listPorts();
      expect(ports.complete && ports.items).toContainEqual(expect.objectContaining({ address, nodeUuid: id }));
    });

    test('a deleted node is absent, and paging from it is a 404', async () => {
      const id = await driver.create({ name: driver.name() });
      await driver.remove(id);
      expect(await ironic.getNode(id)).toEqual({ kind: 'absent' });
      const error = await failure(
        driver.http.call('listNodes', { headers: driver.headers, query: { marker: id, limit: 2 } }),
      );
      expect(error.status).toBe(404);
      expect(ironicFault(error.problem)).toContain('could not be found');
    });

    test('errors are JSON in JSON: a name in use is a duplicate, a verb in the wrong state a 400, an unknown version a 406', async () => {
      const taken = driver.name();
      const id = await driver.create({ name: taken });
      const duplicate = await failure(driver.create({ name: taken }));
      expect(duplicate.status).toBe(409);
      expect(ironicConflict(duplicate)).toBe('duplicate');
      const verb = await failure(driver.provision(id, 'provide'));
      expect(verb.status).toBe(400);
      expect(ironicFault(verb.problem)).toMatch(/provide/);
      expect(
        (await failure(driver.http.call('listNodes', { headers: { 'x-openstack-ironic-api-version': '1.9999' } })))
          .status,
      ).toBe(406);
    });

    test('an allocation that nobody made is absent', async () => {
      expect(await ironic.getAllocation('0c0ffee0-0000-4000-8000-000000000001')).toEqual({ kind: 'absent' });
    });
    more(site);
  });
}

/** The HTTP error that a call must end with. */
export async function failure(pending: Promise<unknown>): Promise<HttpCallError> {
  const error = await pending.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof HttpCallError)) throw new Error(`expected an HTTP error, got ${String(error)}`);
  return error;
}
