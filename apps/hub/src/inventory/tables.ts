import type { DeviceClass } from '@fleet-manager/domain/device-class';
import type { OperationalStatus } from '@fleet-manager/domain/operational-status';
import type { ColumnType, Generated } from 'kysely';
import type { Json, Timestamp } from '../database/columns.ts';

type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/** The mirror of NetBox and what is computed from it. */
export interface InventoryTables {
  inventory_objects: {
    object_type: string;
    netbox_id: number;
    device_netbox_id: number | null;
    site_netbox_id: number | null;
    content: Json<Record<string, unknown>>;
    content_hash: string;
    generation: number;
    changed_at: Timestamp;
    tombstoned_at: NullableTimestamp;
    tombstone_reason: string | null;
  };
  inventory_types: {
    object_type: string;
    generation: Generated<number>;
    polled_until: NullableTimestamp;
    last_poll_at: NullableTimestamp;
    last_sweep_at: NullableTimestamp;
    objects: Generated<number>;
    degraded_code: string | null;
    degraded_detail: string | null;
    degraded_since: NullableTimestamp;
  };
  inventory_missing: {
    object_type: string;
    netbox_id: number;
    first_missed_at: Timestamp;
    first_poll: number;
    looks: Generated<number>;
  };
  inventory_requeue: { device_netbox_id: number; causes: string[] };
  sites: {
    netbox_id: number;
    slug: string;
    name: string;
    status: string;
    region: string | null;
    facility: string | null;
    time_zone: string | null;
    tombstoned_at: NullableTimestamp;
  };
  devices: {
    id: Generated<string>;
    netbox_id: number;
    name: string;
    serial: string | null;
    asset_tag: string | null;
    site_slug: string;
    location: string | null;
    rack: string | null;
    position: number | null;
    role: string;
    device_class: DeviceClass | null;
    device_type: string;
    cluster: string | null;
    netbox_status: string;
    tags: Generated<string[]>;
    platform_class: string | null;
    primary_ip: string | null;
    oob_ip: string | null;
    macs: Generated<string[]>;
    addresses: Generated<string[]>;
    custom_fields: ColumnType<Record<string, unknown>, string | undefined, string>;
    config_context: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
    netbox_url: string | null;
    search: Generated<string>;
    mirrored_at: Timestamp;
    changed_at: Timestamp;
    deleted_at: NullableTimestamp;
    operational_status: Generated<OperationalStatus>;
    status_summary: Generated<string>;
    also_true: Generated<OperationalStatus[]>;
    status_since: ColumnType<Date, Date | string | undefined, Date | string>;
    gates_met: Generated<number>;
    gates_total: Generated<number>;
    observed_at: NullableTimestamp;
    ironic_node_id: string | null;
    version: Generated<number>;
  };
  device_inventory_history: {
    id: Generated<number>;
    device_id: string;
    at: Timestamp;
    field: string;
    old_value: string | null;
    new_value: string | null;
  };
}
