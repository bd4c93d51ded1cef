import type { Exchange } from '../support/meddling-proxy.ts';
import type { Dump } from './database-dump.ts';

const DEVICES = 4;
const PER_TYPE = 15;
type Row = Readonly<Record<string, unknown>>;

/** A few devices with all that is said of them: enough to be read back, small enough to be kept. */
export function cutDump(dump: Dump, always: readonly string[]): Dump {
  const devices = dump.tables.devices ?? [];
  const judged = devices.filter((row) => row.device_class !== null);
  const kept = [
    ...judged.filter((row) => always.includes(String(row.name))),
    ...judged.filter((row) => !always.includes(String(row.name))),
  ].slice(0, DEVICES);
  const other = devices.find((row) => row.device_class === null);
  const rows = other === undefined ? kept : [...kept, other];
  const ids = new Set(rows.map((row) => String(row.id)));
  const netboxIds = new Set(rows.map((row) => row.netbox_id));
  const counts = new Map<unknown, number>();
  const few = (row: Row) => {
    const n = (counts.get(row.object_type) ?? 0) + 1;
    counts.set(row.object_type, n);
    return n <= PER_TYPE;
  };
  const isKept = (table: string) => (row: Row) => {
    if (table === 'devices') return ids.has(String(row.id));
    if (table === 'inventory_objects') {
      if (row.object_type === 'dcim.device') return netboxIds.has(row.netbox_id);
      if (row.device_netbox_id !== null && !netboxIds.has(row.device_netbox_id)) return false;
      return few(row);
    }
    return typeof row.device_id === 'string' ? ids.has(row.device_id) : true;
  };
  const tables = Object.entries(dump.tables).map(([table, all]) => [table, all.filter(isKept(table))] as const);
  return { schema: dump.schema, tables: Object.fromEntries(tables) };
}

/** Of each kind of request the first, and of reports also the first with changes; nothing of devices that were cut away. */
export function cutRequests(seen: readonly Exchange[], dump: Dump) {
  const ids = new Set((dump.tables.devices ?? []).map((row) => String(row.id)));
  const kinds = new Set<string>();
  return seen.flatMap(({ method, path, requestBody, status }) => {
    const body = cutBody(requestBody, ids);
    const changes = isRow(body) && Array.isArray(body.conditions) ? `${body.mode} ${body.conditions.length > 0}` : '';
    const kind = `${method} ${path.split('?')[0]} ${changes}`;
    if (kinds.has(kind) || status >= 400) return [];
    kinds.add(kind);
    return [{ method, path, ...(body === undefined ? {} : { body }) }];
  });
}

function cutBody(body: unknown, ids: ReadonlySet<string>): unknown {
  if (!isRow(body)) return body;
  const ofKept = (item: unknown) => !isRow(item) || typeof item.deviceId !== 'string' || ids.has(item.deviceId);
  const lists = ['conditions', 'nodes'].flatMap((key) => {
    const list = body[key];
    return Array.isArray(list) ? [[key, list.filter(ofKept)] as const] : [];
  });
  return { ...body, ...Object.fromEntries(lists) };
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
