-- Reports of visits are cut by the day (WIB): a day that is long over is dropped whole, which gives its room back to the
-- disk at once. The sweep `telemetry-days` makes the tables of the days ahead; a row whose day has none
-- yet lies in the default one until then. // Threat I3
alter table telemetry_event rename to telemetry_event_before;
alter table telemetry_event_before rename constraint telemetry_event_pkey to telemetry_event_before_pkey;
alter index telemetry_event_waiting rename to telemetry_event_before_waiting;
create table telemetry_event (
  id uuid not null,
  subject text not null,
  country text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  data jsonb not null,
  -- Until then a process is handing the row to the sink; afterwards another may.
  claimed_until timestamptz,
  published_at timestamptz,
  primary key (id, received_at)
) partition by range (received_at);
create index telemetry_event_waiting on telemetry_event (received_at) where published_at is null;
create table telemetry_event_default partition of telemetry_event default;
insert into telemetry_event select * from telemetry_event_before;
drop table telemetry_event_before;
