-- What browsers and apps report, on its way to the event sink. A row is a copy without personal identifiers; it is
-- deleted some days after the sink has it.
create table telemetry_event (
  id uuid primary key,
  subject text not null,
  country text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  data jsonb not null,
  -- Until then a process is handing the row to the sink; afterwards another may.
  claimed_until timestamptz,
  published_at timestamptz
);
create index telemetry_event_waiting on telemetry_event (received_at) where published_at is null;
create index telemetry_event_published on telemetry_event (published_at) where published_at is not null;
