-- What a borrower may borrow. One row per borrower is locked by whoever reserves, so two applications cannot pass it together.
create table credit_limit (
  borrower_id uuid primary key,
  credit_rupiah bigint not null default 0 check (credit_rupiah >= 0),
  temporary_rupiah bigint not null default 0 check (temporary_rupiah >= 0),
  temporary_until timestamptz,
  -- Principal of open applications and loans. It may exceed the limits after a temporary one has ended, never go below zero.
  used_rupiah bigint not null default 0 check (used_rupiah >= 0),
  updated_at timestamptz not null,
  check ((temporary_rupiah = 0) = (temporary_until is null))
);

create table credit_limit_reservation (
  borrower_id uuid not null,
  loan_id uuid not null,
  amount_rupiah bigint not null check (amount_rupiah > 0),
  created_at timestamptz not null,
  released_at timestamptz,
  primary key (borrower_id, loan_id)
);

create table credit_limit_change (
  borrower_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('CREDIT', 'TEMPORARY')),
  cause text not null check (cause in ('FIRST_ASSESSMENT', 'SCORE_REFRESHED', 'GOOD_REPAYMENT', 'LATE_REPAYMENT', 'TEMPORARY_GRANTED', 'TEMPORARY_ENDED', 'STAFF_DECISION')),
  from_rupiah bigint not null check (from_rupiah >= 0),
  to_rupiah bigint not null check (to_rupiah >= 0),
  changed_at timestamptz not null,
  primary key (borrower_id, id)
);
create index credit_limit_change_newest on credit_limit_change (borrower_id, changed_at desc, id desc);
