import { FleetError } from '@fleet-manager/contract/errors';
import { routes } from '@fleet-manager/contract/routes';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../database/database.ts';
import type { CursorCodec } from '../http/cursor.ts';
import { register } from '../http/register.ts';
import { readComponents } from './components.ts';
import { InventoryLists } from './lists.ts';
import { classOfRole, type RoleClasses, readRoles } from './roles.ts';

export interface InventoryRouteDeps {
  readonly db: Db;
  readonly cursors: CursorCodec;
  readonly deviceRoleClassMapping: RoleClasses;
}

/** Serves what the mirror holds beside devices: places, types, roles, clusters, tags, and the parts of a device. */
export function registerInventoryRoutes(app: FastifyInstance, deps: InventoryRouteDeps): void {
  const { db, deviceRoleClassMapping } = deps;
  const lists = new InventoryLists(db, deps.cursors);
  register(app, routes.listSites, async ({ query, principal }) => page(await lists.sites(query, principal)));
  register(app, routes.listLocations, async ({ query, principal }) => page(await lists.locations(query, principal)));
  register(app, routes.listRacks, async ({ query, principal }) => page(await lists.racks(query, principal)));
  register(app, routes.listDeviceTypes, async ({ query }) => page(await lists.deviceTypes(query)));
  register(app, routes.listDeviceRoles, async ({ query }) => {
    const { items, nextCursor } = page(await lists.deviceRoles(query));
    const roles = await readRoles(db);
    return {
      items: items.map((role) => ({ ...role, deviceClass: classOfRole(roles, role.netboxId, deviceRoleClassMapping) })),
      nextCursor,
    };
  });
  register(app, routes.listClusters, async ({ query, principal }) => page(await lists.clusters(query, principal)));
  register(app, routes.listTags, async ({ query, principal }) => page(await lists.tags(query, principal)));
  register(app, routes.getDeviceComponents, async ({ params, principal }) => {
    const components = await readComponents(db, params.id, principal);
    if (components === undefined) throw new FleetError('FM_NOT_FOUND', `there is no device ${params.id}`);
    return components;
  });
}

function page<T>({ items, nextCursor }: { readonly items: readonly T[]; readonly nextCursor: string | null }) {
  return { items: [...items], nextCursor };
}
