-- The trace in which a subscriber last left the event to staff: from the exception to each step that led to it.
alter table domain_event_exception add column trace_id text check (trace_id ~ '^[0-9a-f]{32}$');
create index domain_event_exception_trace on domain_event_exception (trace_id) where trace_id is not null;
