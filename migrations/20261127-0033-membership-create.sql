-- Membership: the level Plus that a borrower chose, and interest that was taken off for members.
create table membership_plus (
  borrower_id uuid not null,
  id uuid not null,
  state text not null check (state in ('RUNNING', 'ENDED')),
  begun_at timestamptz not null,
  -- Renewed then, where the conditions hold.
  ends_at timestamptz not null,
  -- When its conditions are looked at next: each day, and when it ends.
  check_at timestamptz not null,
  ended_at timestamptz,
  primary key (borrower_id, id),
  check ((state = 'ENDED') = (ended_at is not null))
);
create unique index membership_plus_one_runs on membership_plus (borrower_id) where state = 'RUNNING';
create index membership_plus_check on membership_plus (check_at) where state = 'RUNNING';

-- One a loan, for ever.
create table membership_reduction (
  borrower_id uuid not null,
  loan_id uuid not null,
  level text not null check (level in ('SILVER', 'GOLD', 'PLUS')),
  rupiah bigint not null check (rupiah > 0),
  given_at timestamptz not null,
  primary key (borrower_id, loan_id)
);

-- What reductions of a month (WIB) may cost together.
create table membership_budget (
  month date primary key check (extract(day from month) = 1),
  max_rupiah bigint not null check (max_rupiah >= 0),
  given_rupiah bigint not null default 0,
  check (given_rupiah between 0 and max_rupiah)
);
