import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { HubTables } from './tables.ts';

/** The hub's database, and a transaction on it. Stores take either; whoever starts a transaction ends it. */
export type Db = Kysely<HubTables>;
export type Trx = Transaction<HubTables>;

export interface Database {
  readonly db: Db;
  /** For what needs a connection of its own: LISTEN and advisory locks. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `postgres://user:password@host/database`. */
  readonly url: string;
  readonly maxConnections?: number;
  /** Told of connections that broke; the pool replaces them by itself. */
  readonly onError?: (error: Error) => void;
  /** Told of each query that `db` has sent, with its parameters: those must not go to a log. */
  readonly onQuery?: (query: IssuedQuery) => void;
}

export interface IssuedQuery {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Connections of a pool, and requests that wait for one. */
export interface PoolUse {
  readonly in_use: number;
  readonly idle: number;
  readonly waiting: number;
}

const pools = new WeakMap<Db, pg.Pool>();

/** How the pool under a database is used now; undefined for a transaction. */
export function poolUse(db: Db): PoolUse | undefined {
  const pool = pools.get(db);
  if (pool === undefined) return undefined;
  return { in_use: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount };
}

const INT8_OID = 20;

/** Opens a pool. Nothing is sent before the first query. bigint columns read as numbers: our counters stay far below 2^53. */
export function openDatabase(options: DatabaseOptions): Database {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid, format) => (oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format)),
  };
  const config: pg.ClientConfig = {
    connectionString: options.url,
    types,
    application_name: 'fleet-manager-hub',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  };
  const pool = new pg.Pool({ ...config, max: options.maxConnections ?? 10 });
  const onError = (error: Error) => options.onError?.(error);
  pool.on('error', onError);
  // A connection that breaks while it is in use says so itself too; unheard, that would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  const { onQuery } = options;
  const db = new Kysely<HubTables>({
    dialect: new PostgresDialect({ pool }),
    ...(onQuery === undefined ? {} : { log: ({ query }) => onQuery(query) }),
  });
  pools.set(db, pool);
  return {
    db,
    connect: async () => {
      const client = new pg.Client(config);
      client.on('error', onError);
      await client.connect();
      return client;
    },
    close: () => db.destroy(),
  };
}
