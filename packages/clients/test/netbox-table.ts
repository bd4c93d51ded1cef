import { Secret } from '@fleet-manager/platform/secret';
import { onTestFinished } from 'vitest';
import { createNetBoxClient, type NetBoxClientOptions, type NetBoxSession } from '../src/netbox/session.ts';
import { fakeRuntime, type Handler, json, localServer, type SeenRequest } from './local-server.ts';

export type Row = Record<string, unknown> & { id: number };

/** A NetBox of a few tables, just enough of one to walk. */
export interface NetBoxTable {
  version?: string;
  /** Rows by list path, `/api/dcim/devices/`. Tests may change them while a walk is under way. */
  tables: Record<string, Row[]>;
  /** Foreign-key filters that each list knows, with the ids that exist. Any other parameter is ignored, as NetBox does. */
  filters?: Record<string, Record<string, { field?: string; known: number[]; silent?: boolean }>>;
  /** The largest page. */
  clamp?: number;
  /** Answers in place of the table when it returns true. */
  intercept?: (request: SeenRequest, response: Parameters<Handler>[1], count: number) => boolean;
}

/** Serves the tables. */
function tableHandler(netbox: NetBoxTable): Handler {
  return (request, response, count) => {
    if (netbox.intercept?.(request, response, count)) return;
    if (request.path === '/api/status/') return json(response, 200, { 'netbox-version': netbox.version ?? '4.7.3' });
    const table = netbox.tables[request.path];
    if (table === undefined) return json(response, 404, { detail: 'Not found.' });
    const { query } = request;
    let rows = [...table].sort((a, b) => a.id - b.id);
    for (const [name, rule] of Object.entries(netbox.filters?.[request.path] ?? {})) {
      const values = query.getAll(name).map(Number);
      if (values.length === 0) continue;
      const unknown = values.find((value) => !rule.known.includes(value));
      if (unknown !== undefined && !rule.silent) {
        return json(response, 400, {
          [name]: [`Select a valid choice. ${unknown} is not one of the available choices.`],
        });
      }
      const field = rule.field ?? name.replace(/_id$/, '');
      rows = rows.filter((row) => values.includes(relatedId(row[field])));
    }
    const ids = query.getAll('id').map(Number);
    if (ids.length > 0) rows = rows.filter((row) => ids.includes(row.id));
    const name = query.getAll('name');
    if (name.length > 0) rows = rows.filter((row) => name.includes(String(row.name)));
    const since = query.get('last_updated__gte');
    if (since) rows = rows.filter((row) => Date.parse(String(row.last_updated)) >= Date.parse(since));
    const from = Number(query.get('start') ?? query.get('id__gte') ?? 0);
    rows = rows.filter((row) => row.id >= from);
    if (query.get('ordering') === '-id') rows.reverse();
    const limit = Math.min(Number(query.get('limit') ?? 50), netbox.clamp ?? 1000);
    json(response, 200, {
      count: query.has('start') ? null : rows.length,
      next: rows.length > limit ? 'http://netbox.invalid/api/elsewhere/' : null,
      previous: null,
      results: rows.slice(0, limit),
    });
  };
}

function relatedId(value: unknown): number {
  if (typeof value === 'object' && value !== null && 'id' in value) return Number(value.id);
  return Number(value);
}

/** Starts the tables on a free port and opens a session; all ends with the test. */
export async function startNetBoxTable(
  netbox: NetBoxTable,
  options: Partial<NetBoxClientOptions> = {},
): Promise<{ session: NetBoxSession; seen: SeenRequest[]; url: string }> {
  const server = await localServer(tableHandler(netbox));
  const client = createNetBoxClient({
    url: server.url,
    token: new Secret('nbt_key.secretsecret'),
    runtime: fakeRuntime(),
    ...options,
  });
  onTestFinished(async () => {
    await client.close();
    await server[Symbol.asyncDispose]();
  });
  const opened = await client.open();
  if (!opened.ok) throw new Error(opened.failure.message);
  server.seen.length = 0;
  return { session: opened.value, seen: server.seen, url: server.url };
}

/** Devices 1 to `count`, in cluster 1, as NetBox writes them. */
export function deviceRows(count: number, over: (id: number) => Partial<Row> = () => ({})): Row[] {
  return Array.from({ length: count }, (_, index) => deviceRow(index + 1, over(index + 1)));
}

export function deviceRow(id: number, over: Partial<Row> = {}): Row {
  return {
    id,
    name: `node${id}`,
    device_type: { id: 1 },
    role: { id: 1 },
    site: { id: 1 },
    cluster: { id: 1 },
    status: { value: 'staged', label: 'Staged' },
    last_updated: '2026-01-01T00:00:00.000000Z',
    ...over,
  };
}

export const devicePath = '/api/dcim/devices/';
export const knownCluster = { [devicePath]: { cluster_id: { known: [1, 2] } } };
