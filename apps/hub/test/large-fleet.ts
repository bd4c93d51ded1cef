import { sql } from 'kysely';
import type { Db } from '../src/database/database.ts';

export interface LargeFleet {
  /** Devices at two sites, in racks of eighteen. */
  readonly devices: number;
  /** When the last walk of the nodes began: all conditions are fresh then. */
  readonly now: Date;
}

export const LARGE_FLEET_SOURCE = 'ironic-agent-sys1';
export const LARGE_FLEET_SITES = ['keflavik', 'narvik'];
export const LARGE_FLEET_SCOPE = 'ironic-nodes-overcloud';

/**
 * Fills an empty, migrated database with a fleet as the agents leave it: the mirror with the components of each device, the
 * devices, seven conditions each, and the history, events, findings and audit log of some days. In SQL alone, so that ten
 * thousand devices take seconds; the statistics are fresh at the end, as they are on a database that has run for a while.
 */
export async function fillLargeFleet(db: Db, { devices, now }: LargeFleet): Promise<void> {
  const racks = Math.ceil(devices / 18);
  for (const statement of [
    neighbours(racks, now),
    mirroredDevices(devices, now),
    interfaces(devices, now),
    ofInterface('dcim.macaddress', devices, sql`jsonb_build_object('mac', ${MAC}, ${ASSIGNED})`, now),
    ofInterface(
      'ipam.ipaddress',
      devices,
      sql`jsonb_build_object('address', ${ADDRESS} || '/16', 'status', 'active', 'vrf', null, ${ASSIGNED})`,
      now,
    ),
    modules(devices, now),
    consolePorts(devices, now),
    cables(devices, now),
    prefixes(now),
    sites(),
    deviceRows(devices, now),
    coverage(now),
    conditions(now),
    history('condition_history', now),
    history('status_history', now),
    inventoryHistory(now),
    findings(devices, now),
    events(devices, now),
    sql`update event_counter set last_id = (select max(id) from events)`,
    auditLog(devices, now),
    agents(now),
    types(now),
    sql`insert into inventory_missing (object_type, netbox_id, first_missed_at, first_poll)
        select 'dcim.device', n, ${now}, 1 from generate_series(1, ${devices}::int, 1000) n`,
  ]) {
    await statement.execute(db);
  }
  // Vacuumed as well: index-only scans need the visibility map that autovacuum keeps.
  await sql`vacuum analyze`.execute(db);
}

const PORTS = 4;
/** Of interface `p` of device `n`. */
const MAC = sql`'02:00:00:' || lpad(to_hex(n / 256), 2, '0') || ':' || lpad(to_hex(n % 256), 2, '0') || ':0' || p`;
const ADDRESS = sql`'10.' || p || '.' || n / 250 || '.' || n % 250 + 1`;
const ASSIGNED = sql`'assignedType', 'dcim.interface', 'assignedId', n * ${PORTS} + p`;

/** The site, rack and name of device `n`, wherever a table of devices is made of numbers. */
const SITE = sql`case when n % 5 = 0 then 2 else 1 end`;
const SLUGS = sql`(${LARGE_FLEET_SITES}::text[])`;
const NAME = sql`'sys1-p-phy-gpu' || lpad(n::text, 5, '0')`;

const object = sql`insert into inventory_objects
  (object_type, netbox_id, device_netbox_id, site_netbox_id, content_hash, generation, changed_at, content)`;

function neighbours(racks: number, now: Date) {
  const place = sql`'x', 1, ${now}::timestamptz`;
  return sql`
    ${object}
    select 'dcim.rack', n, null::bigint, ${SITE}, ${place}, jsonb_build_object('name', 'A' || lpad(n::text, 4, '0'),
      'siteId', ${SITE}, 'locationId', 1 + n % 20, 'status', 'active', 'uHeight', 48, 'role', 'compute')
      from generate_series(1, ${racks}::int) n
    union all select 'dcim.location', n, null, ${SITE}, ${place},
      jsonb_build_object('name', 'Row ' || n, 'slug', 'row-' || n, 'status', 'active', 'parentId', nullif(n / 10, n))
      from generate_series(1, 20) n
    union all select 'dcim.site', n, null, n, ${place}, jsonb_build_object('slug', ${SLUGS}[n], 'name', ${SLUGS}[n], 'status', 'active')
      from generate_series(1, 2) n
    union all select 'dcim.devicerole', n, null, null, ${place}, jsonb_build_object('slug', 'role-' || n, 'name', 'Role ' || n, 'parentId', null)
      from generate_series(1, 10) n
    union all select 'dcim.devicetype', n, null, null, ${place}, jsonb_build_object('slug', 'type-' || n, 'model', 'Type ' || n, 'uHeight', 1)
      from generate_series(1, 10) n
    union all select 'extras.tag', n, null, null, ${place}, jsonb_build_object('slug', 'tag-' || n, 'name', 'Tag ' || n)
      from generate_series(1, 20) n
    union all select 'virtualization.cluster', n, null, null, ${place},
      jsonb_build_object('name', 'cluster-' || n, 'status', 'active', 'scopeType', 'dcim.site', 'scopeId', n)
      from generate_series(1, 2) n
  `;
}

function mirroredDevices(devices: number, now: Date) {
  return sql`${object}
    select 'dcim.device', n, n, ${SITE}, 'x', 1, ${now}, jsonb_build_object('name', ${NAME}, 'serial', 'TRAY-' || n,
      'assetTag', 'AT' || n, 'status', 'active', 'position', n % 40, 'siteId', ${SITE}, 'locationId', 1 + n % 20,
      'rackId', 1 + n / 18, 'roleId', 1, 'deviceTypeId', 1, 'clusterId', ${SITE}, 'tags', '[]'::jsonb, 'customFields',
      jsonb_build_object('bmc_serial', null, 'nvlink_domain', 'nvl-' || n / 18, 'platform_class', 'gb300'))
    from generate_series(1, ${devices}::int) n`;
}

function interfaces(devices: number, now: Date) {
  return sql`${object}
    select 'dcim.interface', n * ${PORTS} + p, n, ${SITE}, 'x', 1, ${now}, jsonb_build_object('name', 'eth' || p,
      'type', '400gbase-x-osfp', 'label', '', 'enabled', true, 'managementOnly', p = 0)
    from generate_series(1, ${devices}::int) n, generate_series(0, ${PORTS - 1}::int) p`;
}

function ofInterface(objectType: string, devices: number, content: ReturnType<typeof sql>, now: Date) {
  return sql`${object}
    select ${objectType}, n * ${PORTS} + p, n, ${SITE}, 'x', 1, ${now}, ${content}
    from generate_series(1, ${devices}::int) n, generate_series(0, ${PORTS - 1}::int) p`;
}

function modules(devices: number, now: Date) {
  return sql`${object}
    select 'dcim.module', n * 4 + p, n, ${SITE}, 'x', 1, ${now}, jsonb_build_object('bay', 'GPU' || p, 'model', 'GPU',
      'manufacturer', 'NVIDIA', 'partNumber', '900', 'serial', 'GPU' || n || p, 'status', 'active')
    from generate_series(1, ${devices}::int) n, generate_series(0, 3) p`;
}

function consolePorts(devices: number, now: Date) {
  return sql`${object}
    select 'dcim.consoleport', n, n, ${SITE}, 'x', 1, ${now}, jsonb_build_object('name', 'console')
    from generate_series(1, ${devices}::int) n`;
}

/** The first port of each device leads to the second port of the next one. */
function cables(devices: number, now: Date) {
  return sql`${object}
    select 'dcim.cable', n, null, ${SITE}, 'x', 1, ${now}, jsonb_build_object('status', 'connected', 'ends', 'all',
      'a', jsonb_build_array('dcim.interface:' || n * ${PORTS}), 'b', jsonb_build_array('dcim.interface:' || (n + 1) * ${PORTS} + 1))
    from generate_series(1, ${devices - 1}::int) n`;
}

function prefixes(now: Date) {
  return sql`${object}
    select 'ipam.prefix', p * 50 + n, null, null, 'x', 1, ${now}, jsonb_build_object('prefix', '10.' || p || '.' || n || '.0/24',
      'vrf', null, 'status', 'active', 'scopeType', 'dcim.site', 'scopeId', 1)
    from generate_series(0, ${PORTS - 1}::int) p, generate_series(0, 40) n`;
}

function sites() {
  return sql`insert into sites (netbox_id, slug, name, status)
    select n, ${SLUGS}[n], ${SLUGS}[n], 'active' from generate_series(1, 2) n`;
}

const STATUSES = sql`(array['customer', 'customer', 'customer', 'customer', 'available', 'available', 'available', 'ready',
  'validating', 'unknown', 'failed', 'maintenance'])`;

function deviceRows(devices: number, now: Date) {
  return sql`
    insert into devices (netbox_id, name, serial, asset_tag, site_slug, location, rack, position, role, device_class,
      device_type, cluster, netbox_status, tags, platform_class, primary_ip, oob_ip, macs, addresses, custom_fields,
      config_context, netbox_url, search, mirrored_at, changed_at, deleted_at, operational_status, status_summary,
      status_since, gates_met, gates_total, ironic_node_id, based_on)
    select n, ${NAME}, 'TRAY-' || n, 'AT' || n, ${SLUGS}[${SITE}], 'Row ' || 1 + n % 20, 'A' || lpad((1 + n / 18)::text, 4, '0'),
      n % 40, 'role-' || 1 + n % 10, 'GPU_COMPUTE', 'Type 1', 'cluster-' || ${SITE}, 'active', array['tag-' || 1 + n % 20, 'gb300'],
      'gb300', '10.1.' || n / 250 || '.' || n % 250 + 1, '10.0.' || n / 250 || '.' || n % 250 + 1, port.macs, port.addresses,
      jsonb_build_object('nvlink_domain', 'nvl-' || n / 18), jsonb_build_object('ntp', jsonb_build_array('192.0.2.1')),
      'http://netbox.example/dcim/devices/' || n || '/',
      lower(concat_ws(' ', ${NAME}, 'TRAY-' || n, 'AT' || n, array_to_string(port.macs, ' '), array_to_string(port.addresses, ' '))),
      ${now}, ${now}, case when n % 500 = 0 then ${now}::timestamptz end, ${STATUSES}[1 + n % 12],
      'The node is as the status says.', ${now}::timestamptz - n * interval '1 minute', n % 10, 10, gen_random_uuid()::text,
      array['ProvisioningHealthy']
    from generate_series(1, ${devices}::int) n
    cross join lateral (
      select array_agg(${MAC}) as macs, array_agg(${ADDRESS}) as addresses from generate_series(0, ${PORTS - 1}::int) p
    ) port`;
}

function coverage(now: Date) {
  return sql`insert into condition_coverage (source, scope, sequence, observed_at, received_at)
    values (${LARGE_FLEET_SOURCE}, ${LARGE_FLEET_SCOPE}, 1, ${now}, ${now})`;
}

const TYPES = sql`unnest(array['ProvisioningHealthy', 'MaintenanceClear', 'Enrolled', 'InValidationPool', 'InstanceAllocated',
  'CustomerAllocated', 'CustomerReady']) with ordinality as t (type, k)`;

function conditions(now: Date) {
  return sql`
    insert into conditions (device_id, type, source, scope, status, reason, message, evidence, observed_at, last_transition_at)
    select d.id, t.type, ${LARGE_FLEET_SOURCE}, ${LARGE_FLEET_SCOPE},
      case when (d.netbox_id + t.k) % 9 = 0 then 'False' when (d.netbox_id + t.k) % 50 = 0 then 'Unknown' else 'True' end,
      'AsWished', 'The node is as wished.', jsonb_build_object('provision_state', 'available', 'instance_uuid', null), ${now}, ${now}
    from devices d, ${TYPES}`;
}

function history(table: 'condition_history' | 'status_history', now: Date) {
  const at = sql`${now}::timestamptz - k * interval '1 hour'`;
  return table === 'condition_history'
    ? sql`
      insert into condition_history (device_id, at, type, source, old_status, new_status, reason, message, observed_at, cause)
      select d.id, ${at}, t.type, ${LARGE_FLEET_SOURCE}, 'True', 'False', 'AsWished', 'The node is as wished.', ${now}, 'report 1'
      from devices d, ${TYPES}`
    : sql`
      insert into status_history (device_id, at, old_status, new_status, summary, because, cause)
      select d.id, ${at}, 'available', 'customer', 'The node is as the status says.', '[]', 'report 1'
      from devices d, generate_series(1, 5) k`;
}

function inventoryHistory(now: Date) {
  return sql`insert into device_inventory_history (device_id, at, field, old_value, new_value)
    select d.id, ${now}, 'rack', 'A0001', d.rack from devices d, generate_series(1, 2) k`;
}

function findings(devices: number, now: Date) {
  const opened = sql`${now}::timestamptz - d.netbox_id * interval '1 minute'`;
  return sql`
    insert into findings (source, scope, kind, key, state, site_slug, device_ids, subject, summary, next, observations,
      first_observed_at, last_observed_at, opened_at)
    select ${LARGE_FLEET_SOURCE}, 'orphans-' || d.netbox_id % 50, (array['device-without-node', 'node-without-device', 'allocation-left'])[1 + d.netbox_id % 3],
      d.netbox_id::text, (array['resolved', 'resolved', 'resolved', 'open', 'acknowledged'])[1 + d.netbox_id % 5], d.site_slug, array[d.id],
      d.name, 'Ironic and NetBox disagree.', 'Look at both.', 2, ${opened}, ${now}, ${opened}
    from devices d where d.netbox_id <= ${Math.ceil(devices / 2)}`;
}

function events(devices: number, now: Date) {
  return sql`
    insert into events (id, at, kind, site_slug, device_id, data)
    select row_number() over (order by k, d.netbox_id), ${now}::timestamptz - (5 - k) * interval '1 hour', 'status.changed',
      d.site_slug, d.id, jsonb_build_object('name', d.name, 'from', 'available', 'to', 'customer')
    from devices d, generate_series(1, 5) k where d.netbox_id <= ${devices}`;
}

function auditLog(devices: number, now: Date) {
  return sql`
    insert into audit_events (at, actor_kind, actor_id, actor_name, action, target_kind, target_id, site_slug, request_id, outcome)
    select ${now}::timestamptz - (${devices}::int - n) * interval '1 minute', 'person', 'person-' || n % 50, 'Person ' || n % 50,
      (array['updateFinding', 'createSession', 'createLoginLink'])[1 + n % 3], 'finding', 'target-' || n, ${SLUGS}[${SITE}],
      'request-' || n, case when n % 20 = 0 then 'refused' else 'done' end
    from generate_series(1, ${devices}::int) n`;
}

function agents(now: Date) {
  return sql`
    insert into agents (client_id, kind, satellite, site_slugs, version, state, state_detail, started_at, last_heartbeat_at,
      clock_skew_seconds, loops, degraded)
    select 'ironic-agent-sys' || n, 'openstack-agent', 'sys' || n, array[${SLUGS}[${SITE}]], '0.1.0', 'healthy', '', ${now}, ${now},
      0, '[]', '[]'
    from generate_series(1, 20) n`;
}

function types(now: Date) {
  return sql`
    insert into inventory_types (object_type, generation, polled_until, last_poll_at, last_sweep_at, objects)
    select object_type, 1, ${now}, ${now}, ${now}, count(*) from inventory_objects group by object_type`;
}
