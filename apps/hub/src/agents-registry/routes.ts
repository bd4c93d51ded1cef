import { routes } from '@fleet-manager/contract/routes';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { type CursorCodec, pageOfRows } from '../http/cursor.ts';
import { requireSelf } from '../http/guard.ts';
import { register } from '../http/register.ts';
import { tolerateHeartbeat } from '../http/tolerate.ts';
import { classesInUse, pairingDevices } from './pairing.ts';
import { listAgents, listSatellites, type NamedSatellite, recordHeartbeat } from './store.ts';

export interface AgentDeps {
  readonly db: Db;
  readonly cursors: CursorCodec;
  readonly clock: () => Date;
  readonly satellites: readonly NamedSatellite[];
}

const AGENTS = 'agents';
const SATELLITES = 'satellites';
const PAIRING = 'pairing';

export function registerAgentRoutes(app: FastifyInstance, { db, cursors, clock, satellites }: AgentDeps): void {
  const byName = z.tuple([z.string()]);

  register(app, routes.listAgents, async ({ query }) => {
    const [after] = query.cursor === undefined ? [''] : cursors.decode(AGENTS, query.cursor, byName);
    const read = await listAgents(db, { after, limit: query.limit + 1, now: clock() });
    const { rows, nextCursor } = pageOfRows(read, query.limit, (last) => cursors.encode(AGENTS, [last.clientId]));
    return { items: [...rows], nextCursor };
  });
  register(app, routes.listSatellites, async ({ query }) => {
    const [after] = query.cursor === undefined ? [''] : cursors.decode(SATELLITES, query.cursor, byName);
    const rest = (await listSatellites(db, satellites)).filter((satellite) => satellite.name > after);
    const { rows, nextCursor } = pageOfRows(rest, query.limit, (last) => cursors.encode(SATELLITES, [last.name]));
    return { items: [...rows], nextCursor };
  });
  register(
    app,
    routes.putHeartbeat,
    async ({ params, body, principal }) => {
      requireSelf(principal, params.clientId);
      // What an agent is and where comes from its token, not from what it says.
      const sites = principal.sites === 'all' ? body.siteSlugs : [...principal.sites];
      await recordHeartbeat(db, principal.id, { ...body, satellite: principal.satellite, siteSlugs: sites }, clock());
      return null;
    },
    { tolerate: tolerateHeartbeat },
  );
  register(app, routes.getDeviceClassesInUse, async ({ params, principal }) => {
    requireSelf(principal, params.clientId);
    return classesInUse(db, principal);
  });
  register(app, routes.listPairingDevices, async ({ params, query, principal }) => {
    requireSelf(principal, params.clientId);
    const byNetboxId = z.tuple([z.number()]);
    const [after] = query.cursor === undefined ? [0] : cursors.decode(PAIRING, query.cursor, byNetboxId);
    const read = await pairingDevices(db, principal, { after, limit: query.limit + 1 });
    const { rows, nextCursor } = pageOfRows(read, query.limit, (last) => cursors.encode(PAIRING, [last.netboxId]));
    return { items: [...rows], nextCursor };
  });
}
