-- The mirror of NetBox. Lock impact: none, all tables are new.

-- One row per mirrored NetBox object of any type. `content` is our slim record of it; a row is written only when its hash changes.
create table inventory_objects (
  object_type   text        not null,             -- NetBox app label and model, such as dcim.interface
  netbox_id     bigint      not null,
  device_netbox_id bigint,                        -- the device a component belongs to
  site_netbox_id   bigint,
  content       jsonb       not null,
  content_hash  text        not null,
  generation    bigint      not null,             -- the sweep or poll that last wrote it
  changed_at    timestamptz not null,
  tombstoned_at timestamptz,
  tombstone_reason text,                          -- why it is no longer mirrored, in words for people
  primary key (object_type, netbox_id)
);
create index inventory_objects_device on inventory_objects (device_netbox_id, object_type) where device_netbox_id is not null;
-- Which cables end at a port: `a` and `b` hold texts such as "dcim.interface:12".
create index inventory_objects_cable_ends on inventory_objects using gin (((content -> 'a') || (content -> 'b'))) where object_type = 'dcim.cable';

-- How far the mirror of each object type has come.
create table inventory_types (
  object_type     text primary key,
  generation      bigint      not null default 0,
  polled_until    timestamptz,                    -- server time up to which changes were read
  last_poll_at    timestamptz,
  last_sweep_at   timestamptz,                    -- last complete sweep
  objects         bigint      not null default 0,
  degraded_code   text,                           -- error code while NetBox refuses this type
  degraded_detail text,
  degraded_since  timestamptz
);

-- Devices absent from a complete walk. A row is not yet a deletion: two direct looks, some polls apart, must find nothing.
create table inventory_missing (
  object_type   text        not null,
  netbox_id     bigint      not null,
  first_missed_at timestamptz not null,
  first_poll    bigint      not null,             -- generation of the poll whose direct look first found nothing
  looks         int         not null default 1,   -- direct looks that found nothing
  primary key (object_type, netbox_id)
);

-- Devices whose row is to be computed anew because something that it shows has changed. Emptied in batches.
create table inventory_requeue (
  device_netbox_id bigint primary key,
  causes           text[] not null                -- object types that changed
);

create table sites (
  netbox_id bigint primary key,
  slug      text not null,
  name      text not null,
  status    text not null,
  region    text,
  facility  text,
  time_zone text,
  tombstoned_at timestamptz
);
create unique index sites_slug on sites (slug) where tombstoned_at is null;

create table devices (
  id              uuid primary key default gen_random_uuid(),
  netbox_id       bigint      not null unique,
  name            text        not null,
  serial          text,
  asset_tag       text,
  site_slug       text        not null,
  location        text,
  rack            text,
  position        double precision,
  role            text        not null,
  device_class    text,
  device_type     text        not null,
  cluster         text,
  netbox_status   text        not null,
  tags            text[]      not null default '{}',
  platform_class  text,
  primary_ip      text,
  oob_ip          text,
  macs            text[]      not null default '{}',
  addresses       text[]      not null default '{}',
  custom_fields   jsonb       not null default '{}',
  config_context  jsonb,
  netbox_url      text,
  search          text        not null default '',  -- lower-case name, serial, asset tag, MACs and IPs, separated by spaces
  mirrored_at     timestamptz not null,
  changed_at      timestamptz not null,
  deleted_at      timestamptz,
  -- What follows is derived (status slice); the inventory slice never writes it.
  operational_status text     not null default 'unknown',
  status_summary  text        not null default 'no agent has observed this device yet',
  also_true       text[]      not null default '{}',
  status_since    timestamptz not null default now(),
  gates_met       int         not null default 0,
  gates_total     int         not null default 0,
  observed_at     timestamptz,
  ironic_node_id  text,
  version         bigint      not null default 1
);
create index devices_name on devices (name, id);
create index devices_status on devices (operational_status, id);
create index devices_status_since on devices (status_since, id);
create index devices_site on devices (site_slug, id);
create index devices_rack on devices (rack, id);
create index devices_role on devices (role, id);
create index devices_serial on devices (serial) where serial is not null;
create index devices_tags on devices using gin (tags);
create index devices_macs on devices using gin (macs);

-- Changes of a device's inventory fields that a person would ask about later: renames, moves, status changes.
create table device_inventory_history (
  id        bigint generated always as identity primary key,
  device_id uuid        not null references devices (id),
  at        timestamptz not null,
  field     text        not null,
  old_value text,
  new_value text
);
create index device_inventory_history_device on device_inventory_history (device_id, id desc);

-- Events in commit order: a writer takes the lock on the counter row last in its transaction, so a reader that has seen id N has seen all before it.
create table event_counter (only_row boolean primary key default true check (only_row), last_id bigint not null);
insert into event_counter (last_id) values (0);
create table events (
  id        bigint primary key,
  at        timestamptz not null default now(),
  kind      text        not null,
  site_slug text,
  device_id uuid,
  data      jsonb       not null
);
create index events_at on events (at);
