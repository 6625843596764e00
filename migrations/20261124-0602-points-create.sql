-- Loyalty points. The balance is the ledger's (POINTS/<borrower>); here stands when it ends and what its owner sees of it.

create table points_account (
  borrower_id uuid primary key,
  -- 365 days after the last earning or spending; null once nothing is left.
  expires_at timestamptz
);
create index points_account_due on points_account (expires_at) where expires_at is not null;

create table points_record (
  borrower_id uuid not null,
  id uuid not null,
  position bigint generated always as identity,
  kind text not null check (kind in ('EARNED', 'SPENT', 'GIVEN_BACK', 'EXPIRED', 'REVOKED')),
  points bigint not null check (points > 0),
  title jsonb,
  -- Derived from what they were for, so that it is noted once.
  source text not null,
  activity_id text,
  happened_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, source)
);
create index points_record_newest on points_record (borrower_id, position desc);

-- What a task has brought in a month or day in WIB, and every task in a day; never more than `max`.
create table points_counter (
  borrower_id uuid not null,
  -- `day:2026-11-21`, `PAYMENT_SUCCESS:2026-11`, `SET_PASSWORD`.
  key text not null,
  used bigint not null check (used >= 0),
  max bigint not null,
  counted_at timestamptz not null,
  primary key (borrower_id, key),
  check (used <= max)
);
create index points_counter_old on points_counter (counted_at);
