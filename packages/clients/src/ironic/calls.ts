import { defineCalls } from '../http/calls.ts';

/** Ironic, read only. The version document is public and asks for no access rule. */
export const ironicCalls = defineCalls('baremetal', {
  versions: { method: 'GET', path: '/v1', anonymous: true },
  listNodes: { method: 'GET', path: '/v1/nodes' },
  getNode: { method: 'GET', path: '/v1/nodes/{id}' },
  listPorts: { method: 'GET', path: '/v1/ports' },
  getAllocation: { method: 'GET', path: '/v1/allocations/{id}' },
});
