import { createIronicClient } from '@fleet-manager/clients/ironic/client';
import { expect, test } from 'vitest';
import { describeIronic } from './ironic.twin.ts';
import { ironicDriver, type OpenStackTarget, sessionOf } from './target.ts';

/** What our Keystone and Ironic clients count on, run unchanged against the double and the real services. */
export function describeIronicTwin(name: string, start: () => Promise<OpenStackTarget>): void {
  describeIronic(`Keystone and Ironic: ${name}`, start, 'fleet-norules', (site) => {
    test('the log-in names the project', async () => {
      expect((await site().session.identity())?.projectId).toMatch(/^[0-9a-f]{32}$/);
    });

    test('a node of another project is neither listed nor found', async () => {
      const id = await site().driver.create({ name: site().driver.name() });
      const other = sessionOf(site().target, 'slurm-norules');
      const foreign = createIronicClient(other);
      const walk = await foreign.listNodes();
      expect(walk.complete && walk.items.some((node) => node.uuid === id)).toBe(false);
      expect(await foreign.getNode(id)).toEqual({ kind: 'absent' });
      await other.close();
    });

    test('a missing access rule is named by service, method and path', async () => {
      const reader = sessionOf(site().target, 'fleet-readonly');
      expect((await createIronicClient(reader).listNodes()).complete).toBe(true);
      const params = { id: '0c0ffee0-0000-4000-8000-000000000001', trait: 'CUSTOM_X' };
      const write = ironicDriver(reader).http.call('putTrait', { headers: site().driver.headers, params });
      await expect(write).rejects.toMatchObject({
        code: 'FM_OPENSTACK_ACCESS_RULE_MISSING',
        service: 'baremetal',
        method: 'PUT',
        pathTemplate: '/v1/nodes/{id}/traits/{trait}',
      });
      await reader.close();
    });

    test('a wrong secret is a refused credential, and does not show up', async () => {
      const wrong = sessionOf(site().target, 'fleet', (text) =>
        text.replaceAll(/(application_credential_secret: ).*/g, '$1not-the-secret'),
      );
      const error = await createIronicClient(wrong)
        .getNode('n')
        .catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'FM_OPENSTACK_CREDENTIAL_REFUSED' });
      expect(String(error)).not.toContain('not-the-secret');
      await wrong.close();
    });

    test('an auth_url without its version is found out', async () => {
      const bare = sessionOf(site().target, 'fleet', (text) => text.replaceAll(/(auth_url: .*)\/v3/g, '$1'));
      expect((await createIronicClient(bare).listNodes()).complete).toBe(true);
      await bare.close();
    });

    test('a region that the catalog does not have: the error lists what there is', async () => {
      const nowhere = sessionOf(site().target, 'fleet', (text) => text.replaceAll('RegionOne', 'RegionTwo'));
      const walk = await createIronicClient(nowhere).listNodes();
      expect(walk).toMatchObject({ complete: false, error: { code: 'FM_OPENSTACK_SERVICE_ABSENT' } });
      expect(!walk.complete && walk.error.message).toMatch(/baremetal \(.*RegionOne\/public/);
      await nowhere.close();
    });
  });
}
