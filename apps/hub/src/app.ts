import type { DeviceClass } from '@fleet-manager/domain/device-class';
import type { Logger } from '@fleet-manager/platform/logging';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { registerAgentRoutes } from './agents-registry/routes.ts';
import { evaluateAgents } from './agents-registry/store.ts';
import { auditRefusals } from './audit/refusals.ts';
import { registerAuditRoutes } from './audit/routes.ts';
import { startBackground } from './background.ts';
import { registerConditionRoutes } from './conditions/routes.ts';
import type { Database } from './database/database.ts';
import { registerDeviceRoutes } from './devices/routes.ts';
import { EventBus } from './events/bus.ts';
import { sweepEvents } from './events/retention.ts';
import { registerEventRoutes } from './events/routes.ts';
import { registerFindingRoutes } from './findings/routes.ts';
import { serveConsole } from './http/console-files.ts';
import { createCursorCodec } from './http/cursor.ts';
import { guard } from './http/guard.ts';
import { registerOperationsRoutes } from './http/operations-routes.ts';
import { createServer, refuseUnanswered } from './http/server.ts';
import { registerInventoryRoutes } from './inventory/routes.ts';
import { createMetrics } from './metrics/metrics.ts';
import { registerOverviewRoutes } from './overview/routes.ts';
import { createAuthenticator } from './session/authenticate.ts';
import type { HubKeys } from './session/keys.ts';
import { registerSessionRoutes } from './session/routes.ts';
import { sweepSessions } from './session/sessions.ts';
import type { ExpectedSatellite } from './session/token-files.ts';
import { createTokens, type TokenIssuer, type TokenVerifier } from './session/tokens.ts';
import { evaluateFreshness } from './status/freshness.ts';

const EVALUATE_EVERY_MS = 5_000;
const SWEEP_EVERY_MS = 600_000;
/** Requests under way may take this long to end when the hub stops. */
const CLOSE_WITHIN_MS = 5_000;

export interface HubOptions {
  /** Migrated already. The hub does not close it. */
  readonly database: Database;
  readonly keys: HubKeys;
  readonly log: Logger;
  readonly deviceRoleClassMapping: Readonly<Record<string, DeviceClass>>;
  readonly satellites: readonly ExpectedSatellite[];
  /** Address at which people reach the hub, when a proxy stands before it. */
  readonly publicUrl?: string | undefined;
  /** Directory of the built console. */
  readonly consoleDir?: string | undefined;
  readonly clock?: () => Date;
  readonly eventHeartbeatMs?: number;
  readonly evaluateEveryMs?: number;
}

export interface Hub {
  readonly app: FastifyInstance;
  readonly tokens: TokenIssuer & TokenVerifier;
  /** Brings every derived status up to date, then serves. Answers the address. */
  listen(options: { readonly port: number; readonly host?: string }): Promise<string>;
  /** Ends streams, requests and background work, in this order. */
  close(): Promise<void>;
}

/** Puts the hub together from its slices. Nothing runs before `listen`. */
export async function buildHub(options: HubOptions): Promise<Hub> {
  const { database, log, keys, satellites, publicUrl } = options;
  const { db } = database;
  const clock = options.clock ?? (() => new Date());
  const cursors = createCursorCodec(keys.cursors);
  const tokens = createTokens(keys.tokens, clock);
  const bus = new EventBus(database, log);
  const metrics = createMetrics(db, bus);
  const app = await createServer({ log, onResponse: metrics.observe });
  let caughtUp = false;

  guard(app, {
    authenticate: createAuthenticator(db, tokens, clock),
    origins: publicUrl === undefined ? [] : [new URL(publicUrl).origin],
  });
  auditRefusals(app, { db, log, clock });
  registerOperationsRoutes(app, {
    metrics,
    notReady: async () => {
      if (!caughtUp) return 'statuses are being brought up to date';
      await sql`select 1`.execute(db);
      return undefined;
    },
  });
  let listeningAt = '';
  registerSessionRoutes(app, {
    db,
    clock,
    secureCookies: publicUrl?.startsWith('https:') ?? false,
    consoleUrl: () => publicUrl ?? listeningAt,
  });
  registerInventoryRoutes(app, { db, cursors, deviceRoleClassMapping: options.deviceRoleClassMapping });
  registerDeviceRoutes(app, { db, cursors, clock });
  registerConditionRoutes(app, { db, clock, log });
  registerFindingRoutes(app, { db, cursors, clock, log });
  registerAgentRoutes(app, { db, cursors, clock, satellites });
  registerAuditRoutes(app, { db, cursors });
  registerOverviewRoutes(app, { db, clock });
  const { eventHeartbeatMs: heartbeatMs } = options;
  registerEventRoutes(app, { db, bus, clock, ...(heartbeatMs === undefined ? {} : { heartbeatMs }) });
  if (options.consoleDir !== undefined) await serveConsole(app, options.consoleDir, log);
  else app.setNotFoundHandler((request, reply) => refuseUnanswered(request, reply, log));

  let background: { stop(): Promise<void> } | undefined;
  const evaluate = async () => {
    await evaluateFreshness(db, clock());
    await evaluateAgents(db, clock());
  };
  return {
    app,
    tokens,
    listen: async ({ port, host = '127.0.0.1' }) => {
      await bus.start();
      // What went stale while no hub ran must not read as healthy for a moment.
      await evaluate();
      caughtUp = true;
      const address = await app.listen({ port, host });
      listeningAt = address;
      background = startBackground(
        [
          { name: 'evaluate', everyMs: options.evaluateEveryMs ?? EVALUATE_EVERY_MS, run: evaluate },
          {
            name: 'sweep',
            everyMs: SWEEP_EVERY_MS,
            run: async () => {
              await sweepEvents(db, clock());
              await sweepSessions(db, clock());
            },
          },
        ],
        log,
      );
      return address;
    },
    close: async () => {
      caughtUp = false;
      const overdue = setTimeout(() => app.server.closeAllConnections(), CLOSE_WITHIN_MS);
      await app.close();
      clearTimeout(overdue);
      await background?.stop();
      await bus.close();
    },
  };
}
