import { routes } from '@fleet-manager/contract/routes';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../database/database.ts';
import type { CursorCodec } from '../http/cursor.ts';
import { register } from '../http/register.ts';
import { getDevice } from './get.ts';
import { deviceHistory } from './history.ts';
import { deviceFacets, listDevices } from './list.ts';

export interface DeviceDeps {
  readonly db: Db;
  readonly cursors: CursorCodec;
  readonly clock: () => Date;
}

export function registerDeviceRoutes(app: FastifyInstance, { db, cursors, clock }: DeviceDeps): void {
  register(app, routes.listDevices, ({ query, principal }) =>
    listDevices({ db, cursors, now: clock() }, principal, query),
  );
  register(app, routes.deviceFacets, ({ query, principal }) => deviceFacets(db, principal, query, clock()));
  register(app, routes.getDevice, ({ params, principal }) => getDevice(db, principal, params.id, clock()));
  register(app, routes.getDeviceHistory, ({ params, query, principal }) =>
    deviceHistory({ db, cursors }, principal, params.id, { limit: query.limit, cursor: query.cursor }),
  );
}
