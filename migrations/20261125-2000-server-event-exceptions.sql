-- What a subscriber of a domain event met and could not do: people try it again, or close it with a reason. Once for each event and subscriber.
create table domain_event_exception (
  id uuid primary key,
  name text not null,
  event_id text not null,
  subscriber text not null,
  state text not null check (state in ('OPEN', 'RETRYING', 'CLOSED')),
  -- A code of the subscriber's own; of the last time that it ran.
  cause text not null check (length(cause) between 1 and 60),
  -- Whom and what the event is about, where it says so.
  borrower_id uuid,
  loan_id uuid,
  left_at timestamptz not null,
  -- How often it was left.
  times integer not null default 1 check (times >= 1),
  retried_at timestamptz,
  closed_at timestamptz,
  -- Null where the subscriber did it after all.
  closed_by uuid,
  -- Why people closed it.
  reason_sealed text,
  reason_key text check (reason_key in ('BORROWER', 'INSTALLATION')),
  unique (name, event_id, subscriber),
  foreign key (name, event_id) references domain_event (name, id),
  check ((state = 'CLOSED') = (closed_at is not null)),
  check (closed_by is null or closed_at is not null),
  check ((reason_sealed is null) = (reason_key is null) and (reason_key <> 'BORROWER' or borrower_id is not null))
);
create index domain_event_exception_open on domain_event_exception (left_at, id) where state <> 'CLOSED';
create index domain_event_exception_closed on domain_event_exception (closed_at, id) where state = 'CLOSED';
create index domain_event_exception_borrower on domain_event_exception (borrower_id) where borrower_id is not null;
