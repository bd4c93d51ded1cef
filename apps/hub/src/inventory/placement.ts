import { sql } from 'kysely';
import type { Trx } from '../database/database.ts';
import { type MirroredType, PLACEMENT } from './object-types.ts';
import type { InventoryRow } from './objects.ts';

/** A row as a source gives it, before the mirror has decided whether it belongs here. */
export interface SourceRow {
  readonly netboxId: number;
  readonly content: Readonly<Record<string, unknown>>;
  readonly siteId: number | null;
  /** Of a device: its cluster. */
  readonly clusterId?: number | null;
  /** Of a component: the device it is on. */
  readonly deviceId?: number;
  /** Of a MAC or IP address: what it is assigned to, such as `dcim.interface:12`. */
  readonly assignedTo?: string | null;
  /** Of a cable: the ports at its ends, such as `dcim.interface:12`. */
  readonly ends?: readonly string[];
}

/** Which devices are mirrored. */
export type ClusterScope =
  | { readonly kind: 'clusters'; readonly ids: readonly number[] }
  /** Every device that is in some cluster. */
  | { readonly kind: 'all' };

export interface PlacedRows {
  readonly inside: readonly InventoryRow[];
  /** Ids of rows that exist, and belong to something that is not mirrored. */
  readonly outside: readonly number[];
}

/** Sorts rows into those that the mirror holds and those it does not, by what the mirror holds already. */
export async function placeRows(
  trx: Trx,
  objectType: MirroredType,
  rows: readonly SourceRow[],
  scope: ClusterScope,
): Promise<PlacedRows> {
  switch (PLACEMENT[objectType]) {
    case 'everywhere':
    case 'site':
      return split(rows, (row) => ({ inside: true, deviceId: null, row }));
    case 'cluster':
      return split(rows, (row) => ({ inside: inScope(scope, row.clusterId ?? null), deviceId: null, row }));
    case 'device': {
      const devices = await liveDevices(
        trx,
        rows.map((row) => row.deviceId),
      );
      return split(rows, (row) => ({
        inside: row.deviceId !== undefined && devices.has(row.deviceId),
        deviceId: row.deviceId ?? null,
        row,
      }));
    }
    case 'assigned': {
      const owners = await ownersOf(
        trx,
        rows.flatMap((row) => row.assignedTo ?? []),
      );
      return split(rows, (row) => {
        const deviceId = row.assignedTo ? owners.get(row.assignedTo) : undefined;
        return { inside: deviceId !== undefined, deviceId: deviceId ?? null, row };
      });
    }
    case 'ends': {
      const owners = await ownersOf(
        trx,
        rows.flatMap((row) => row.ends ?? []),
      );
      return split(rows, (row) => ({
        inside: row.ends?.some((end) => owners.has(end)) === true,
        deviceId: null,
        row,
      }));
    }
  }
}

export function inScope(scope: ClusterScope, clusterId: number | null): boolean {
  if (clusterId === null) return false;
  return scope.kind === 'all' || scope.ids.includes(clusterId);
}

function split(
  rows: readonly SourceRow[],
  place: (row: SourceRow) => {
    readonly inside: boolean;
    readonly deviceId: number | null;
    readonly row: SourceRow;
  },
): PlacedRows {
  const inside: InventoryRow[] = [];
  const outside: number[] = [];
  for (const one of rows.map(place)) {
    const { netboxId, siteId, content } = one.row;
    if (one.inside) inside.push({ netboxId, deviceId: one.deviceId, siteId, content });
    else outside.push(netboxId);
  }
  return { inside, outside };
}

async function liveDevices(trx: Trx, ids: readonly (number | undefined)[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select netbox_id as id from inventory_objects
    where object_type = 'dcim.device' and tombstoned_at is null
      and netbox_id = any(${ids.filter((id) => id !== undefined)}::bigint[])
  `.execute(trx);
  return new Set(rows.map((row) => row.id));
}

/** The device of each port that the mirror holds live, by texts such as `dcim.interface:12`. */
async function ownersOf(trx: Trx, ports: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ port: string; device: number }>`
    select p.port, o.device_netbox_id as device
    from (select distinct port from unnest(${ports}::text[]) as u (port)) p
    join inventory_objects o on o.object_type = split_part(p.port, ':', 1)
      and o.netbox_id = split_part(p.port, ':', 2)::bigint
    where o.tombstoned_at is null and o.device_netbox_id is not null
  `.execute(trx);
  return new Map(rows.map((row) => [row.port, row.device]));
}
