-- Indexes that no query uses. Each status that moves rewrites its device in all indexes, and the one of MAC addresses alone took
-- eight entries a device: text search finds a MAC through devices_search. Lock impact: a moment's exclusive lock on each table.
drop index devices_macs;
drop index devices_serial;
drop index devices_ironic_node;
-- device_inventory_history_at begins with the same column.
drop index device_inventory_history_device;
