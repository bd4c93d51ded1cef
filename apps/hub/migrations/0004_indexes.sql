-- Indexes that ten thousand devices asked for. Lock impact: writes to devices, findings and audit_events wait while theirs are
-- built, well under a second for 20,000 devices; reads go on.

-- Counts by site, status and class (overview, metrics, sites) come out of the index alone. The columns have bounds in NetBox that
-- fit an index row; tags have none, so they are not here.
create index devices_counts on devices (site_slug, operational_status, device_class) where deleted_at is null;
create index devices_class on devices (device_class, id) where device_class is not null;
create index devices_cluster on devices (cluster, id) where cluster is not null;
create index devices_netbox_status on devices (netbox_status, id);

-- Resolved findings are kept for ever, and neither a report nor a count may get slower by them.
create index findings_unresolved on findings (source, scope, kind, state, site_slug) where state <> 'resolved';

create index audit_events_at on audit_events (at);
