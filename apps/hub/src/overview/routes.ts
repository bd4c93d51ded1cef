import { routes } from '@fleet-manager/contract/routes';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../database/database.ts';
import { register } from '../http/register.ts';
import { overview } from './overview.ts';

export function registerOverviewRoutes(
  app: FastifyInstance,
  deps: { readonly db: Db; readonly clock: () => Date },
): void {
  register(app, routes.getOverview, ({ principal }) => overview(deps.db, principal, deps.clock()));
}
