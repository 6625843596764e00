-- What ports of the sandbox were told to answer next, by what they know a person or account by; used up in order.
create table sandbox_next (
  number bigint generated always as identity primary key,
  port text not null,
  key_index bytea not null,
  outcome text not null,
  -- Null: as the port has it.
  delay_seconds integer check (delay_seconds >= 0),
  duplicates integer not null default 0 check (duplicates >= 0),
  put_at timestamptz not null
);
create index sandbox_next_key on sandbox_next (port, key_index, number);
create index sandbox_next_age on sandbox_next (put_at);

-- Orders that partners of the sandbox were given: their answer, sealed, and from when on it is there. Never a credential.
create table sandbox_order (
  port text not null,
  order_id uuid not null,
  sealed bytea not null,
  due_at timestamptz not null,
  ordered_at timestamptz not null,
  primary key (port, order_id)
);
create index sandbox_order_age on sandbox_order (ordered_at);
