import { defineCalls } from '../http/calls.ts';

/** Nova, read only. The version document is public. */
export const novaCalls = defineCalls('compute', {
  versions: { method: 'GET', path: '/', ok: [300], anonymous: true },
  listServers: { method: 'GET', path: '/v2.1/servers/detail' },
  getServer: { method: 'GET', path: '/v2.1/servers/{id}' },
});
