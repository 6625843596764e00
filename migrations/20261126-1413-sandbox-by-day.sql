-- The sandbox's event sink is cut by the day too, by the time of the event: with its id it stays the same however often it is sent.
-- The sweep `sandbox-forget` makes and drops the days. // Threat I3
alter table sandbox_event rename to sandbox_event_before;
alter table sandbox_event_before rename constraint sandbox_event_pkey to sandbox_event_before_pkey;
create table sandbox_event (
  event_id text not null,
  subject text not null,
  country text not null,
  occurred_at timestamptz not null,
  data jsonb not null,
  primary key (event_id, occurred_at)
) partition by range (occurred_at);
create table sandbox_event_default partition of sandbox_event default;
insert into sandbox_event select event_id, subject, country, occurred_at, data from sandbox_event_before;
drop table sandbox_event_before;
