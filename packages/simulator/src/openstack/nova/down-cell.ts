import type { SimServer } from '../../world/model.ts';
import { Refusal } from '../../world/refusal.ts';
import type { World } from '../../world/world.ts';
import type { Query } from '../ironic/query.ts';
import { flavorOf, type ServerViewOptions, seconds, serverLinks } from './server-view.ts';
import type { NovaSettings } from './service.ts';

/** From this minor version on Nova shows a stub of a server whose cell is down. */
const SINCE = 69;
/** The only question for a list that may be asked beside `all_tenants`; any other leaves such servers out. */
const ALLOWED = new Set(['all_tenants']);

/** Whether the server lies in the cell that does not answer. */
export function inDownCell(settings: NovaSettings, server: SimServer): boolean {
  return settings.cellDown && server.node !== null && server.deletedAt === null;
}

/** Whether a list shows stubs: neither filtered nor ordered nor paged, at a version that has them. */
export function showsDownCells(query: Query, minor: number): boolean {
  return minor >= SINCE && Object.keys(query).every((key) => ALLOWED.has(key));
}

export function serversOfDownCell(settings: NovaSettings, servers: readonly SimServer[]): SimServer[] {
  return servers.filter((server) => inDownCell(settings, server));
}

/** What is left of a server in a list. Nova puts these before all others. */
export function stubOfList(server: SimServer, url: string, full: boolean): Record<string, unknown> {
  const known = { id: server.id, status: 'UNKNOWN', links: serverLinks(server.id, url) };
  return full ? { ...known, tenant_id: server.projectId, created: seconds(server.createdAt) } : known;
}

/** What is left of a server that is asked for by its id. Throws the refusal of the versions that have no stubs. */
export function stubOfShow(world: World, server: SimServer, options: ServerViewOptions): Record<string, unknown> {
  const { minor, url } = options;
  if (minor < SINCE)
    throw new Refusal(500, 'Unexpected API Error. Please report this at http://bugs.launchpad.net/nova/ .');
  return {
    ...stubOfList(server, url, true),
    user_id: server.userId,
    image: { id: server.imageId, links: [{ rel: 'bookmark', href: `${url}/images/${server.imageId}` }] },
    flavor: flavorOf(world.flavors.get(server.flavorId), server.flavorId, url, minor),
    'OS-EXT-AZ:availability_zone': 'UNKNOWN',
    'OS-EXT-STS:power_state': 0,
    ...(minor >= 71 ? { server_groups: [] } : {}),
  };
}
