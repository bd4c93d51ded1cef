import { z } from 'zod';
import type { HttpClient } from '../http/client.ts';
import type { HttpCallError } from '../http/errors.ts';
import { isVersion, microversion } from '../keystone/microversion.ts';
import { describeIssues, type Lookup, lookUp, mustRead } from '../keystone/reading.ts';
import type { OpenStackSession } from '../keystone/session.ts';
import { type PageOfRows, type Walk, walkList } from '../keystone/walk.ts';
import { ironicCalls } from './calls.ts';
import { type IronicNode, nodeFields, readNode, rowUuid } from './node.ts';
import { type IronicPort, portFields, readPort } from './port.ts';

/** A reservation of a node, made in Ironic itself. */
export interface IronicAllocation {
  readonly uuid: string;
  readonly state: string | null;
  readonly nodeUuid: string | null;
}

export interface IronicClient {
  /** The version that calls are made at. */
  version(): Promise<string>;
  listNodes(signal?: AbortSignal): Promise<Walk<IronicNode>>;
  getNode(id: string, signal?: AbortSignal): Promise<Lookup<IronicNode>>;
  listPorts(signal?: AbortSignal): Promise<Walk<IronicPort>>;
  getAllocation(id: string, signal?: AbortSignal): Promise<Lookup<IronicAllocation>>;
}

export interface IronicOptions {
  /** Rows to ask for in one page; the service may give fewer. */
  readonly pageSize?: number | undefined;
}

/** Oldest release that is supported is 2023.1; the newest known at the time of writing is 1.115. */
const supported = { min: '1.82', max: '1.115' };
const nodesPage = z.object({ nodes: z.array(z.unknown()), next: z.string().nullish() });
const portsPage = z.object({ ports: z.array(z.unknown()), next: z.string().nullish() });
const allocation = z.object({ uuid: z.string().min(1), state: z.string().nullish(), node_uuid: z.string().nullish() });

/** A reader of one Ironic. */
export function createIronicClient(session: OpenStackSession, options: IronicOptions = {}): IronicClient {
  const pageSize = options.pageSize ?? 500;
  const version = microversion({
    service: 'baremetal',
    supported,
    // The header of Ironic's own; it does not heed the common one on all supported releases.
    headers: (wanted) => ({ 'x-openstack-ironic-api-version': wanted }),
    echoed: (answer) => answer.headers['x-openstack-ironic-api-version'],
    async offered(signal) {
      const { headers } = await http.call('versions', { signal });
      const min = headers['x-openstack-ironic-api-minimum-version'];
      const max = headers['x-openstack-ironic-api-maximum-version'];
      return isVersion(min) && isVersion(max) ? { min, max } : undefined;
    },
  });
  const http: HttpClient<typeof ironicCalls.calls> = session.client(ironicCalls, version);

  const markerGone = (error: HttpCallError) => error.status === 404;
  const shared = { service: 'baremetal', pageSize, marker: rowUuid, markerGone };

  return {
    version: () => version.version(),
    async listNodes(signal) {
      return walkList(
        {
          ...shared,
          read: readNode,
          async fetch(marker): Promise<PageOfRows> {
            const fields = nodeFields(await version.version());
            const answer = await http.call('listNodes', { query: { fields, limit: pageSize, marker }, signal });
            const page = mustRead(nodesPage, answer.body, 'baremetal', '/v1/nodes');
            return { rows: page.nodes, more: Boolean(page.next) };
          },
        },
        signal,
      );
    },
    async listPorts(signal) {
      return walkList(
        {
          ...shared,
          read: readPort,
          async fetch(marker): Promise<PageOfRows> {
            const answer = await http.call('listPorts', {
              query: { fields: portFields, limit: pageSize, marker },
              signal,
            });
            const page = mustRead(portsPage, answer.body, 'baremetal', '/v1/ports');
            return { rows: page.ports, more: Boolean(page.next) };
          },
        },
        signal,
      );
    },
    async getNode(id, signal) {
      const fields = nodeFields(await version.version());
      return lookUp(http.call('getNode', { params: { id }, query: { fields }, signal }), readNode);
    },
    getAllocation: (id, signal) =>
      lookUp(http.call('getAllocation', { params: { id }, signal }), (body) => {
        const parsed = allocation.safeParse(body);
        if (!parsed.success) return { ok: false, rejected: { id, reason: describeIssues(parsed.error) } };
        const { uuid, state, node_uuid } = parsed.data;
        return { ok: true, item: { uuid, state: state ?? null, nodeUuid: node_uuid ?? null } };
      }),
  };
}
