-- Who did what, and who was refused. Lock impact: none, the table is new.
create table audit_events (
  id          bigint generated always as identity primary key,
  at          timestamptz not null,
  actor_kind  text        not null check (actor_kind in ('person', 'agent', 'anonymous')),
  actor_id    text        not null,
  actor_name  text        not null,
  action      text        not null,               -- operation of the API, such as updateFinding
  target_kind text,
  target_id   text,
  site_slug   text,                               -- null for what concerns the whole fleet
  before      jsonb,
  after       jsonb,
  reason      text,                               -- in the actor's words, or why it was refused
  request_id  text        not null,
  outcome     text        not null check (outcome in ('done', 'refused', 'failed')),
  code        text                                -- of the error catalogue; null when done
);
create index audit_events_actor on audit_events (actor_id, id desc);
create index audit_events_action on audit_events (action, id desc);
create index audit_events_target on audit_events (target_kind, target_id, id desc) where target_id is not null;
create index audit_events_request on audit_events (request_id);
create index audit_events_outcome on audit_events (outcome, id desc) where outcome <> 'done';

-- Append-only, whoever asks: the application has no statement that may change what was written, and a mistake finds none.
create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit_events is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function audit_is_append_only();
create trigger audit_events_no_truncate before truncate on audit_events
  for each statement execute function audit_is_append_only();
