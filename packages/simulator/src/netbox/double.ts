import type { FaultRules } from '../http/faults.ts';
import type { RequestLog } from '../http/request-log.ts';
import { startDoubleServer } from '../http/server.ts';
import type { SitePlan } from '../world/plan.ts';
import { standardUsers, type TokenPair, tokensFor } from './access.ts';
import { MicrosecondClock } from './clock.ts';
import { addGraphqlRoute } from './graphql/route.ts';
import { NetBoxOperator } from './operators.ts';
import { addNotFound, addRestRoutes } from './rest/routes.ts';
import type { DoubleState } from './rest/state.ts';
import { type SeedOptions, seedStore } from './seed/seed.ts';
import { Store } from './store.ts';
import type { NetBoxVersion } from './version.ts';

export interface NetBoxDoubleOptions {
  /** The hardware that the tables are filled with. */
  readonly plan: SitePlan;
  /** Release line to imitate; the newest when left out. */
  readonly version?: NetBoxVersion;
  /** Loopback port; a free one when left out. */
  readonly port?: number;
  readonly seedOptions?: SeedOptions;
  /** Ceiling of a page, NetBox's MAX_PAGE_SIZE. */
  readonly maxPageSize?: number;
  readonly now?: () => Date;
  /** Rules shared with other doubles. */
  readonly faults?: FaultRules;
}

export interface NetBoxDouble {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly url: string;
  readonly version: NetBoxVersion;
  readonly tokens: Readonly<Record<'mirror' | 'limited' | 'admin' | 'fleetmanager', TokenPair>>;
  /** The tables as they are; edit through `operator`, which does what NetBox does on an edit. */
  readonly tables: Store;
  /** A NetBox user at work, with the rights of `admin`. */
  readonly operator: NetBoxOperator;
  readonly faults: FaultRules;
  readonly log: RequestLog;
  close(): Promise<void>;
}

/** Starts an in-memory NetBox that answers REST and GraphQL as the release line does, filled from a plan. */
export async function startNetBoxDouble(options: NetBoxDoubleOptions): Promise<NetBoxDouble> {
  const version = options.version ?? '4.7';
  const now = options.now ?? (() => new Date());
  const clock = new MicrosecondClock(now);
  const store = new Store();
  seedStore(store, options.plan, version, clock.stamp(), options.seedOptions);
  const state: DoubleState = {
    store,
    version,
    clock,
    users: standardUsers(options.plan.siteSlug),
    maxPageSize: options.maxPageSize ?? 1000,
    views: new Map(),
  };
  const server = await startDoubleServer({
    service: 'netbox',
    port: options.port,
    faults: options.faults,
    ignoreTrailingSlash: false,
    routes: (app) => {
      addRestRoutes(app, state);
      addGraphqlRoute(app, state);
      addNotFound(app, state);
    },
  });
  return {
    url: server.url,
    version,
    tokens: {
      mirror: tokensFor('mirror'),
      limited: tokensFor('limited'),
      admin: tokensFor('admin'),
      fleetmanager: tokensFor('fleetmanager'),
    },
    tables: store,
    operator: new NetBoxOperator(state, server.url),
    faults: server.faults,
    log: server.log,
    close: () => server.close(),
  };
}
