import { readFileSync } from 'node:fs';
import { loadCloud } from '@fleet-manager/clients/clouds/load';
import { defineCalls } from '@fleet-manager/clients/http/calls';
import { createIronicClient } from '@fleet-manager/clients/ironic/client';
import type { IronicNode } from '@fleet-manager/clients/ironic/node';
import { type OpenStackSession, openSession } from '@fleet-manager/clients/keystone/session';
import { createNovaClient } from '@fleet-manager/clients/nova/client';
import { createPlacementClient } from '@fleet-manager/clients/placement/client';
import { parse } from 'yaml';
import { z } from 'zod';
import { eventually, ironicDriver } from '../twins/openstack/target.ts';

const novaCalls = defineCalls('compute', {
  create: { method: 'POST', path: '/v2.1/servers' },
  remove: { method: 'DELETE', path: '/v2.1/servers/{id}', answer: 'none' },
});
const imageCalls = defineCalls('image', { list: { method: 'GET', path: '/v2/images' } });
const identityCalls = defineCalls('identity', {
  createCredential: { method: 'POST', path: '/v3/users/{user}/application_credentials' },
  removeCredential: { method: 'DELETE', path: '/v3/users/{user}/application_credentials/{id}', answer: 'none' },
});
const withId = z.object({ id: z.string() });
const FLAVOR = 'g.baremetal';
const RESOURCE = 'CUSTOM_GPU_GB300';
/** A node may be asked for by name from this version on. */
const nova274 = { 'openstack-api-version': 'compute 2.74' };
const SLOW_MS = 120_000;

export interface AccessRule {
  readonly service: string;
  readonly method: string;
  readonly path: string;
}

/**
 * A person at work in a real OpenStack: enrols nodes, orders servers, makes credentials, and clears away what it made. At a
 * standalone Ironic `ownCloud` is a cloud of its clouds file, and what needs Nova or Placement is not to be called.
 */
export function openstackOperator(cloudsFile: string, ownCloud = 'fleet-norules') {
  const text = readFileSync(cloudsFile, 'utf8');
  const sessions = new Map<string, OpenStackSession>();
  const cloud = (name: string): OpenStackSession => {
    const found = sessions.get(name) ?? openSession(loadCloud({ text, cloud: name }));
    sessions.set(name, found);
    return found;
  };
  const owner = cloud(ownCloud);
  const ironic = createIronicClient(owner);
  const driver = ironicDriver(owner);
  const placement = createPlacementClient(owner);
  const servers = new Map<string, string>();
  const undo: (() => Promise<void>)[] = [];

  async function node(ident: string): Promise<IronicNode> {
    const found = await ironic.getNode(ident);
    if (found.kind !== 'found') throw new Error(`node ${ident}: ${found.kind}`);
    return found.item;
  }

  /** Waits until the node rests in a state. */
  async function settled(ident: string, state: string): Promise<IronicNode> {
    return eventually(async () => {
      const seen = await node(ident);
      if (seen.provisionState !== state || seen.targetProvisionState !== null || seen.reservation !== null) {
        throw new Error(`${ident} is ${seen.provisionState} (${String(seen.lastError)}), and not ${state}`);
      }
      return seen;
    }, SLOW_MS);
  }

  async function removeServer(id: string): Promise<void> {
    const nova = createNovaClient(cloud('admin'));
    const admin = cloud('admin').client(novaCalls);
    await eventually(async () => {
      const found = await nova.getServer(id);
      if (found.kind === 'absent') return;
      if (found.kind === 'found' && found.item.taskState !== 'deleting') {
        await admin.call('remove', { headers: nova274, params: { id } });
      }
      throw new Error(`server ${id} is still there`);
    }, SLOW_MS);
    servers.delete(id);
  }

  return {
    node,
    settled,
    removeServer,

    /** Enrols a fake node; one that an earlier run left under that name is removed first. */
    async enrol(name: string): Promise<string> {
      const left = await ironic.getNode(name);
      if (left.kind === 'found') await driver.remove(left.item.uuid);
      const properties = { cpus: 144, memory_mb: 960_000, local_gb: 3840, cpu_arch: 'aarch64' };
      return driver.create({ name, resource_class: 'gpu.gb300', properties });
    },

    manage: (id: string) => eventually(() => driver.provision(id, 'manage')),

    /** Ironic itself must know the power state: Nova keeps a node without one back. */
    async powerOff(id: string): Promise<void> {
      await driver.http.call('power', { headers: driver.headers, params: { id }, body: { target: 'power off' } });
      await eventually(async () => {
        const { powerState, reservation } = await node(id);
        if (powerState !== 'power off' || reservation !== null) throw new Error(`${id} is ${String(powerState)}`);
      });
    },

    provide: (id: string) => eventually(() => driver.provision(id, 'provide')),

    /** Ironic's own deployment, for sites without Nova. */
    deploy: (id: string) => eventually(() => driver.provision(id, 'active')),
    undeploy: (id: string) => eventually(() => driver.provision(id, 'deleted')),

    /** Lends the node to a project. */
    async lend(id: string, project: string): Promise<void> {
      const body = [{ op: 'replace', path: '/lessee', value: project }];
      await eventually(() => driver.http.call('patchNode', { headers: driver.headers, params: { id }, body }));
    },

    /** Waits until Nova offers the node to its scheduler. */
    async schedulable(id: string): Promise<void> {
      await eventually(async () => {
        const found = await placement.getInventories(id);
        const inventory = found.kind === 'found' ? found.item[RESOURCE] : undefined;
        if (inventory === undefined || inventory.reserved !== 0) throw new Error(`${id}: ${JSON.stringify(found)}`);
      }, SLOW_MS);
    },

    /** Orders a server for a project on one node, and waits until it runs. */
    async boot(project: string, nodeId: string): Promise<string> {
      const listed = await cloud('admin').client(imageCalls).call('list');
      const images = z.object({ images: z.array(withId.extend({ name: z.string() })) }).parse(listed.body).images;
      const server = {
        name: `peers-${project}`,
        flavorRef: FLAVOR,
        imageRef: images.find(({ name }) => name === 'test-image')?.id,
        networks: 'none',
        hypervisor_hostname: nodeId,
      };
      const answer = await cloud(project).client(novaCalls).call('create', { headers: nova274, body: { server } });
      const { id } = z.object({ server: withId }).parse(answer.body).server;
      servers.set(id, nodeId);
      const nova = createNovaClient(cloud('admin'));
      await eventually(async () => {
        const found = await nova.getServer(id);
        if (found.kind !== 'found' || found.item.status !== 'ACTIVE') throw new Error(JSON.stringify(found));
      }, SLOW_MS);
      return id;
    },

    /** A clouds file with one cloud, `narrow`: the fleet's user with an application credential of these rules alone. */
    async narrowCloud(rules: readonly AccessRule[]): Promise<string> {
      const known = z.object({ clouds: z.record(z.string(), z.looseObject({ auth: z.looseObject({}) })) });
      const admin = known.parse(parse(text)).clouds.admin;
      const person = {
        ...admin,
        auth: { ...admin?.auth, username: 'fleet-manager', project_name: 'fleet' },
      };
      const session = openSession(loadCloud({ text: JSON.stringify({ clouds: { person } }), cloud: 'person' }));
      sessions.set('person', session);
      const user = (await session.identity())?.userId ?? '';
      const keystone = session.client(identityCalls);
      const name = `peers-${Date.now()}`;
      const body = { application_credential: { name, secret: `secret-of-${name}`, access_rules: rules } };
      const made = await keystone.call('createCredential', { params: { user }, body });
      const { id } = z.object({ application_credential: withId }).parse(made.body).application_credential;
      undo.push(async () => void (await keystone.call('removeCredential', { params: { user, id } })));
      const narrow = {
        auth_type: 'v3applicationcredential',
        auth: {
          auth_url: admin?.auth.auth_url,
          application_credential_id: id,
          application_credential_secret: `secret-of-${name}`,
        },
        region_name: 'RegionOne',
      };
      return JSON.stringify({ clouds: { narrow } });
    },

    /** Leaves the site as it was: servers first, because their nodes are cleaned after them. */
    async clearAway(): Promise<void> {
      for (const [id, nodeId] of [...servers]) {
        await removeServer(id);
        await settled(nodeId, 'available');
      }
      await driver.removeAll();
      for (const step of undo.toReversed()) await step();
      for (const session of sessions.values()) await session.close();
    },
  };
}
