import { z } from 'zod';
import type { HttpClient } from '../http/client.ts';
import { isVersion, microversion, standardVersionHeader } from '../keystone/microversion.ts';
import { type Lookup, lookUp, mustRead } from '../keystone/reading.ts';
import type { OpenStackSession } from '../keystone/session.ts';
import { type PageOfRows, type Walk, walkList } from '../keystone/walk.ts';
import { novaCalls } from './calls.ts';
import { type NovaServer, readServer, serverId } from './server.ts';

export interface NovaClient {
  version(): Promise<string>;
  /**
   * The servers of all projects, without those that are deleted softly. A server whose cell is down is in the list with
   * `cellDown`, as far as Nova has room for it on its first page: what the list lacks is only proven gone by `getServer`.
   */
  listServers(signal?: AbortSignal): Promise<Walk<NovaServer>>;
  getServer(id: string, signal?: AbortSignal): Promise<Lookup<NovaServer>>;
}

/** Below 2.69 the servers of a cell that is down are silently missing from lists. */
const supported = { min: '2.69', max: '2.96' };
/** Nova says itself whether there is a next page; how many rows make one is the site's setting. */
const SIZE_IS_NOVAS_OWN = Number.POSITIVE_INFINITY;
const versions = z.object({
  versions: z.array(z.object({ id: z.string(), version: z.string(), min_version: z.string() })),
});
const link = z.object({ rel: z.string() });
const page = z.object({ servers: z.array(z.unknown()), servers_links: z.array(link).nullish() });
const one = z.object({ server: z.unknown() });

/** A reader of one Nova. Listing all projects needs an administrator's role. */
export function createNovaClient(session: OpenStackSession): NovaClient {
  const version = microversion({
    service: 'compute',
    supported,
    ...standardVersionHeader('compute'),
    async offered(signal) {
      const { body } = await http.call('versions', { signal });
      const found = mustRead(versions, body, 'compute', '/').versions.find((entry) => entry.id === 'v2.1');
      return found && isVersion(found.version) && isVersion(found.min_version)
        ? { min: found.min_version, max: found.version }
        : undefined;
    },
  });
  const http: HttpClient<typeof novaCalls.calls> = session.client(novaCalls, version);
  return {
    version: () => version.version(),
    listServers: (signal) =>
      walkList(
        {
          service: 'compute',
          pageSize: SIZE_IS_NOVAS_OWN,
          read: readServer,
          marker: serverId,
          // Nova says 400 where Ironic says 404.
          markerGone: (error) => error.status === 400 && /marker/i.test(error.said ?? ''),
          async fetch(marker): Promise<PageOfRows> {
            // Neither limit, nor order, nor any other filter: asked for one of them, or for the page after a marker, Nova
            // leaves the servers of a cell that is down out without a word.
            const answer = await http.call('listServers', { query: { all_tenants: 1, marker }, signal });
            const { servers, servers_links } = mustRead(page, answer.body, 'compute', '/v2.1/servers/detail');
            // Nova puts the servers of cells that are down first, and cannot go on from one of them. A page that ends with one
            // holds nothing else, so that no cell that answers has any server.
            const last = readServer(servers.at(-1));
            const canGoOn = !(last.ok && last.item.cellDown);
            return { rows: servers, more: canGoOn && (servers_links?.some((entry) => entry.rel === 'next') ?? false) };
          },
        },
        signal,
      ),
    getServer: (id, signal) =>
      lookUp(http.call('getServer', { params: { id }, signal }), (body) =>
        readServer(one.safeParse(body).data?.server),
      ),
  };
}
