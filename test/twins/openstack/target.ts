import { randomUUID } from 'node:crypto';
import { loadCloud } from '@fleet-manager/clients/clouds/load';
import { defineCalls } from '@fleet-manager/clients/http/calls';
import { type OpenStackSession, openSession } from '@fleet-manager/clients/keystone/session';
import { z } from 'zod';

/** An OpenStack that a twin suite runs against. */
export interface OpenStackTarget {
  /** Text of a clouds.yaml with the clouds fleet, fleet-norules, fleet-readonly, slurm-norules. */
  readonly clouds: string;
  close(): Promise<void>;
}

/** A session of one of the target's clouds; `change` edits the file's text first. */
export function sessionOf(
  target: OpenStackTarget,
  cloud: string,
  change: (text: string) => string = (text) => text,
): OpenStackSession {
  return openSession(loadCloud({ text: change(target.clouds), cloud }));
}

/** What the suites do to a site to have something to read. The product itself makes none of these calls. */
const driverCalls = defineCalls('baremetal', {
  createNode: { method: 'POST', path: '/v1/nodes' },
  patchNode: { method: 'PATCH', path: '/v1/nodes/{id}' },
  deleteNode: { method: 'DELETE', path: '/v1/nodes/{id}', answer: 'none' },
  listNodes: { method: 'GET', path: '/v1/nodes' },
  provision: { method: 'PUT', path: '/v1/nodes/{id}/states/provision', answer: 'none' },
  power: { method: 'PUT', path: '/v1/nodes/{id}/states/power', answer: 'none' },
  setMaintenance: { method: 'PUT', path: '/v1/nodes/{id}/maintenance', answer: 'none' },
  clearMaintenance: { method: 'DELETE', path: '/v1/nodes/{id}/maintenance', answer: 'none' },
  putTrait: { method: 'PUT', path: '/v1/nodes/{id}/traits/{trait}', answer: 'none' },
  createPort: { method: 'POST', path: '/v1/ports' },
});

const uuidOnly = z.object({ uuid: z.string() });
/** A writer for the suites, at a fixed Ironic version. */
export function ironicDriver(session: OpenStackSession, version = '1.82') {
  const http = session.client(driverCalls);
  const headers = { 'x-openstack-ironic-api-version': version };
  const made = new Set<string>();
  return {
    http,
    headers,
    /** A name that no other run uses. */
    name: () => `twin-${randomUUID()}`,
    async create(fields: Record<string, unknown>): Promise<string> {
      const { body } = await http.call('createNode', {
        headers,
        body: { driver: 'fake-hardware', resource_class: 'twin', ...fields },
      });
      const { uuid } = uuidOnly.parse(body);
      made.add(uuid);
      return uuid;
    },
    provision: (id: string, target: string) => http.call('provision', { headers, params: { id }, body: { target } }),
    async remove(id: string): Promise<void> {
      await eventually(async () => {
        // A node in maintenance may be deleted in any state, and a lock passes.
        await http.call('setMaintenance', { headers, params: { id }, body: { reason: 'removed by a test' } });
        await http.call('deleteNode', { headers, params: { id } });
      });
      made.delete(id);
    },
    async removeAll(): Promise<void> {
      for (const id of [...made]) await this.remove(id).catch(() => undefined);
    },
  };
}

/** Repeats `work` until it does not throw; its last error is thrown after a minute and a half. */
export async function eventually<T>(work: () => Promise<T>, limitMs = 90_000): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
