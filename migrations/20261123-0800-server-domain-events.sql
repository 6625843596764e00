-- What domains announce to those above them: written in the business transaction, ids, dates and flags only.
-- `id` is derived from what happened (paid_off_<loan>), so what is announced twice counts once.
create table domain_event (
  name text not null,
  id text not null check (length(id) between 1 and 100),
  -- When it happened, by business time.
  happened_at timestamptz not null,
  data jsonb not null,
  -- By real time, which the retention counts from.
  written_at timestamptz not null,
  primary key (name, id)
);
create index domain_event_written on domain_event (written_at);

-- What a subscriber has still to do after the commit; the row goes in the transaction of its handler.
create table domain_event_delivery (
  name text not null,
  event_id text not null,
  subscriber text not null,
  failures integer not null default 0 check (failures >= 0),
  -- From then on the sweep sends the job again.
  due_at timestamptz not null,
  primary key (name, event_id, subscriber),
  foreign key (name, event_id) references domain_event (name, id) on delete cascade
);
create index domain_event_delivery_due on domain_event_delivery (subscriber, due_at);
