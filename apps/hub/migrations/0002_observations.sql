-- Conditions, status, findings, agents, sessions. Lock impact: none but on devices, which gets three columns without a rewrite
-- and three indexes (built under a lock, before the first agent reports).

-- What each source last said of each device. `observed_at` is the source's own; while `covered`, the watermark of its scope counts too.
create table conditions (
  device_id   uuid        not null references devices (id),
  type        text        not null,
  source      text        not null,               -- client id of the agent
  scope       text        not null,               -- the store it was seen in, such as ironic-nodes-overcloud
  status      text        not null check (status in ('True', 'False', 'Unknown')),
  reason      text        not null,
  message     text        not null,
  evidence    jsonb       not null default '{}',
  observed_at timestamptz not null,
  last_transition_at timestamptz not null,
  covered     boolean     not null default true,
  primary key (device_id, type, source)
);
create index conditions_scope on conditions (source, scope);
create index conditions_type on conditions (type, status);

-- One row per store of an agent: 10,000 unchanged devices cost one update of it per walk.
create table condition_coverage (
  source      text        not null,
  scope       text        not null,
  sequence    bigint      not null,
  observed_at timestamptz not null,
  received_at timestamptz not null,
  clock_ahead_ms bigint   not null default 0,     -- how far the last report lay in the future
  needs_full  boolean     not null default false, -- what was sent did not fit what is held: only a full report settles it
  stale_types text[]      not null default '{}',  -- types that the derived status already takes as stale
  primary key (source, scope)
);

create table condition_history (
  id          bigint generated always as identity primary key,
  device_id   uuid        not null references devices (id),
  at          timestamptz not null,
  type        text        not null,
  source      text        not null,
  old_status  text,
  new_status  text        not null,
  reason      text        not null,
  message     text        not null,
  observed_at timestamptz not null,
  cause       text        not null
);
create index condition_history_device on condition_history (device_id, at desc, id desc);

create table status_history (
  id          bigint generated always as identity primary key,
  device_id   uuid        not null references devices (id),
  at          timestamptz not null,
  old_status  text,
  new_status  text        not null,
  summary     text        not null,
  because     jsonb       not null,
  cause       text        not null
);
create index status_history_device on status_history (device_id, at desc, id desc);

-- When a status was observed follows from its conditions at each reading; a stored copy would have to be written every minute.
alter table devices drop column observed_at;
alter table devices add column based_on text[] not null default '{}';  -- condition types that the status rests on
alter table devices add column recheck_at timestamptz;                 -- when the first of its own observations goes stale
create index devices_recheck on devices (recheck_at) where recheck_at is not null;
create index devices_rack_sort on devices (coalesce(rack, ''), id);
create index devices_ironic_node on devices (ironic_node_id) where ironic_node_id is not null;
create index device_inventory_history_at on device_inventory_history (device_id, at desc, id desc);

-- Text search reads the whole table without this index: still right, only slower. So a server without the extension is no error.
do $$
begin
  create extension if not exists pg_trgm;
  create index devices_search on devices using gin (search gin_trgm_ops);
exception when undefined_file or insufficient_privilege or feature_not_supported or undefined_object then
  raise notice 'pg_trgm is not available: text search scans the devices';
end
$$;

create table findings (
  id          uuid        primary key default gen_random_uuid(),
  source      text        not null,
  scope       text        not null,
  kind        text        not null,
  key         text        not null,               -- identity within source, scope and kind: it outlives resolution
  state       text        not null check (state in ('open', 'acknowledged', 'resolved')),
  site_slug   text,
  device_ids  uuid[]      not null default '{}',
  subject     text        not null,
  summary     text        not null,
  next        text        not null,
  evidence    jsonb       not null default '{}',
  observations int        not null,
  first_observed_at timestamptz not null,
  last_observed_at  timestamptz not null,
  opened_at   timestamptz not null,
  changed_at  timestamptz not null default now(),
  resolved_at timestamptz,
  note        text,
  acknowledged_by text,
  version     bigint      not null default 1,
  unique (source, scope, kind, key)
);
create index findings_open on findings (state, opened_at desc, id);
create index findings_opened on findings (opened_at desc, id desc);
create index findings_devices on findings using gin (device_ids);

-- The newest complete set per scope: an older one that arrives late changes nothing.
create table finding_reports (
  source      text        not null,
  scope       text        not null,
  observed_at timestamptz not null,
  primary key (source, scope)
);

create table agents (
  client_id   text        primary key,
  kind        text        not null,
  satellite   text,
  site_slugs  text[]      not null default '{}',
  version     text        not null,
  state       text        not null check (state in ('healthy', 'degraded', 'stale')),
  state_detail text       not null,
  started_at  timestamptz not null,
  last_heartbeat_at timestamptz not null,
  clock_skew_seconds double precision not null,
  openstack_variant text,
  loops       jsonb       not null,
  degraded    jsonb       not null
);

create table login_codes (
  code_hash   text        primary key,
  expires_at  timestamptz not null,
  used_at     timestamptz
);
create table sessions (
  id_hash     text        primary key,
  person      text        not null,
  created_at  timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at  timestamptz not null
);
create index sessions_expiry on sessions (expires_at);

create table event_retention (only_row boolean primary key default true check (only_row), deleted_up_to bigint not null, deleted_at timestamptz);
insert into event_retention (deleted_up_to) values (0);
