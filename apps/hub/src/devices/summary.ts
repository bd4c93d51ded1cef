import type { DeviceSummary } from '@fleet-manager/contract/api/devices';
import { sql } from 'kysely';
import { EFFECTIVE_OBSERVED_AT } from '../conditions/read.ts';
import type { Db } from '../database/database.ts';

/** Columns of a list row of `devices d`; `observed_at` is the oldest observation that the status rests on. */
export function selectSummaries(db: Db) {
  return db
    .selectFrom('devices as d')
    .select(['d.id', 'd.netbox_id', 'd.name', 'd.serial', 'd.asset_tag', 'd.site_slug', 'd.location', 'd.rack'])
    .select(['d.position', 'd.role', 'd.device_class', 'd.device_type', 'd.cluster', 'd.netbox_status', 'd.tags'])
    .select(['d.platform_class', 'd.primary_ip', 'd.oob_ip', 'd.operational_status', 'd.status_summary', 'd.also_true'])
    .select(['d.status_since', 'd.gates_met', 'd.gates_total', 'd.ironic_node_id', 'd.deleted_at', 'd.version'])
    .select(
      sql<Date | null>`(
        select min(${EFFECTIVE_OBSERVED_AT}) from conditions c
        left join condition_coverage w on w.source = c.source and w.scope = c.scope
        where c.device_id = d.id and c.type = any(d.based_on))`.as('observed_at'),
    )
    .select(
      sql<Date | null>`(
        select m.first_missed_at from inventory_missing m
        where m.object_type = 'dcim.device' and m.netbox_id = d.netbox_id)`.as('missing_since'),
    );
}

export type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectSummaries>['execute']>>[number];

export function presentSummary(row: SummaryRow): DeviceSummary {
  return {
    id: row.id,
    netboxId: row.netbox_id,
    name: row.name,
    serial: row.serial,
    assetTag: row.asset_tag,
    siteSlug: row.site_slug,
    location: row.location,
    rack: row.rack,
    position: row.position,
    role: row.role,
    deviceClass: row.device_class,
    deviceType: row.device_type,
    cluster: row.cluster,
    netboxStatus: row.netbox_status,
    tags: row.tags,
    platformClass: row.platform_class,
    primaryIp: row.primary_ip,
    oobIp: row.oob_ip,
    operational_status: row.operational_status,
    statusSummary: row.status_summary,
    alsoTrue: row.also_true,
    statusSince: row.status_since.toISOString(),
    gatesMet: row.gates_met,
    gatesTotal: row.gates_total,
    observedAt: row.observed_at?.toISOString() ?? null,
    ironicNodeId: row.ironic_node_id,
    deletedAt: row.deleted_at?.toISOString() ?? null,
    missingSince: row.deleted_at === null ? (row.missing_since?.toISOString() ?? null) : null,
    version: row.version,
  };
}
