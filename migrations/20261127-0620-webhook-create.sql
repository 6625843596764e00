-- Events of loans and limits for the lender's backend. Nothing personal stands in any of these tables.
create table webhook_endpoint (
  id uuid primary key,
  brand text not null,
  url text not null,
  types text[] not null check (cardinality(types) > 0),
  state text not null check (state in ('ON', 'OFF')),
  -- GONE: the receiver answered 410. STAFF: two people switched it off.
  off_cause text check (off_cause in ('STAFF', 'GONE')),
  secret_sealed text not null,
  -- When the newest secret was shown, which happens once.
  secret_shown_at timestamptz,
  -- The secret before it: events are signed by both until then.
  earlier_sealed text,
  earlier_until timestamptz,
  made_by uuid not null,
  made_at timestamptz not null,
  changed_at timestamptz not null,
  check ((state = 'OFF') = (off_cause is not null)),
  check ((earlier_sealed is null) = (earlier_until is null))
);
create index webhook_endpoint_list on webhook_endpoint (made_at, id);
create index webhook_endpoint_off on webhook_endpoint (changed_at) where off_cause = 'GONE';

-- How many events a loan has, or the limit of a borrower. Its row orders the transactions that write them.
create table webhook_sequence (
  subject_id text primary key,
  last integer not null check (last > 0),
  changed_at timestamptz not null
);
create index webhook_sequence_changed on webhook_sequence (changed_at);

create table webhook_event (
  id text primary key,
  -- The domain event that it tells of.
  source_name text not null,
  source_id text not null,
  type text not null,
  brand text not null,
  -- The loan; what stands for the borrower where it is about no loan.
  subject_id text not null,
  sequence integer not null,
  loan_id uuid,
  -- As it is sent at every try.
  body text not null,
  happened_at timestamptz not null,
  written_at timestamptz not null,
  entry bigint generated always as identity,
  -- Its place among all that are committed, without gaps in time; null until it has one.
  place bigint,
  unique (source_name, source_id),
  unique (subject_id, sequence)
);
create index webhook_event_entry on webhook_event (entry) where place is null;
create index webhook_event_unplaced on webhook_event (written_at) where place is null;
create unique index webhook_event_place on webhook_event (place) where place is not null;
create index webhook_event_brand on webhook_event (brand, place) where place is not null;
create index webhook_event_written on webhook_event (written_at);
create sequence webhook_place;

create table webhook_delivery (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint (id),
  event_id text not null references webhook_event (id) on delete cascade,
  type text not null,
  subject_id text not null,
  sequence integer not null,
  state text not null check (state in ('WAITING', 'DELIVERED', 'DEAD')),
  is_replay boolean not null,
  tries smallint not null default 0,
  due_at timestamptz,
  made_at timestamptz not null,
  ended_at timestamptz,
  -- Of the last try: the answer's status, or why there was none.
  last_at timestamptz,
  last_status smallint,
  last_failure text,
  last_milliseconds integer,
  check ((state = 'WAITING') = (due_at is not null)),
  check ((state = 'WAITING') = (ended_at is null))
);
create index webhook_delivery_due on webhook_delivery (due_at) where state = 'WAITING';
create index webhook_delivery_lane on webhook_delivery (endpoint_id, due_at, sequence) where state = 'WAITING';
create index webhook_delivery_subject on webhook_delivery (endpoint_id, subject_id, sequence) where state = 'WAITING';
create index webhook_delivery_list on webhook_delivery (made_at, id);
create index webhook_delivery_endpoint on webhook_delivery (endpoint_id, made_at, id);
create index webhook_delivery_state on webhook_delivery (state, made_at, id);
create index webhook_delivery_type on webhook_delivery (type, made_at, id);
create index webhook_delivery_dead on webhook_delivery (endpoint_id, made_at) where state = 'DEAD';
create index webhook_delivery_event on webhook_delivery (event_id);
