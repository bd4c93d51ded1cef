import { routes } from '@fleet-manager/contract/routes';
import type { Logger } from '@fleet-manager/platform/logging';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../database/database.ts';
import { requireSelf } from '../http/guard.ts';
import { register } from '../http/register.ts';
import { tolerateConditions } from '../http/tolerate.ts';
import { applyReport } from './report.ts';

/** A full report of 10,000 nodes with evidence is some 20 MB. */
const BODY_LIMIT = 32 * 1024 * 1024;

export function registerConditionRoutes(
  app: FastifyInstance,
  deps: { readonly db: Db; readonly clock: () => Date; readonly log: Logger },
): void {
  register(
    app,
    routes.putConditionReport,
    async ({ params, body, principal }) => {
      requireSelf(principal, params.clientId);
      const scope = { source: principal.id, scope: body.scope, sites: principal.sites };
      return applyReport(deps.db, { scope, report: body, now: deps.clock() });
    },
    { bodyLimit: BODY_LIMIT, tolerate: tolerateConditions(deps.log) },
  );
}
