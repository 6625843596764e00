-- Coupons that take interest off a loan. Money stands in the ledger: a live coupon's whole promise is the hold `coupon_<id>`.

-- What may be given. Dated rows: the newest that is in force counts; given coupons keep what they were given with.
create table coupon_definition (
  coupon_key text not null check (coupon_key ~ '^[a-z0-9-]{3,40}$'),
  valid_from date not null,
  effect text not null check (effect in ('INTEREST_FIXED', 'INTEREST_PERCENT', 'INTEREST_FREE')),
  -- INTEREST_FIXED: what it takes off; otherwise the most that it takes off.
  max_rupiah bigint not null check (max_rupiah > 0),
  -- INTEREST_PERCENT: the share of the interest, in millionths.
  ppm integer check (ppm > 0 and ppm <= 1000000),
  min_loan_rupiah bigint not null check (min_loan_rupiah >= 0),
  max_loan_rupiah bigint check (max_loan_rupiah >= min_loan_rupiah),
  max_tenor_days integer check (max_tenor_days > 0),
  -- For somebody who never had a loan.
  is_first_loan_only boolean not null default false,
  -- Handing the application in uses it up, whatever becomes of it.
  is_used_by_submission boolean not null default false,
  usable_for text not null check (usable_for in ('APPLICATION', 'BILL', 'BOTH')),
  valid_days integer not null check (valid_days > 0),
  source text not null,
  primary key (coupon_key, valid_from),
  check ((effect = 'INTEREST_PERCENT') = (ppm is not null))
);
insert into coupon_definition
  (coupon_key, valid_from, effect, max_rupiah, ppm, min_loan_rupiah, max_loan_rupiah, max_tenor_days, is_first_loan_only, is_used_by_submission, usable_for, valid_days, source)
values
  ('interest-20-percent', '2026-01-01', 'INTEREST_PERCENT', 2000000, 200000, 200000, null, null, false, false, 'BOTH', 15, 'Product specification: seven years'),
  ('interest-10000', '2026-01-01', 'INTEREST_FIXED', 10000, null, 200000, null, null, false, false, 'BOTH', 15, 'Product decisions, rewards 1'),
  ('interest-free', '2026-01-01', 'INTEREST_FREE', 60000, null, 200000, 1000000, 30, true, true, 'APPLICATION', 15, 'Product specification: free loan; product decisions, rewards 4')
on conflict do nothing;

create table coupon (
  borrower_id uuid not null,
  id uuid not null,
  coupon_key text not null,
  state text not null check (state in ('OBTAINED', 'RESERVED', 'USED', 'EXPIRED', 'WITHDRAWN')),
  -- As it was given, whatever becomes of its definition.
  effect text not null,
  max_rupiah bigint not null check (max_rupiah > 0),
  ppm integer,
  min_loan_rupiah bigint not null,
  max_loan_rupiah bigint,
  max_tenor_days integer,
  is_first_loan_only boolean not null,
  is_used_by_submission boolean not null,
  usable_for text not null,
  -- Derived from what it was given for, so that it is given once.
  award_id text not null check (award_id ~ '^[A-Za-z0-9:._-]{1,100}$'),
  activity_id text not null,
  -- Whose stock and budget it came from, as the ledger's accounts name them.
  stock_owner text not null,
  budget_owner text not null,
  title jsonb not null,
  obtained_at timestamptz not null,
  usable_from timestamptz not null,
  expires_at timestamptz not null,
  -- The loan that it is reserved for or was used on, and what it takes off there.
  loan_id uuid,
  -- How often it came back to life after it was burnt: part of its hold's id.
  revivals integer not null default 0,
  discount_rupiah bigint check (discount_rupiah > 0),
  reserved_at timestamptz,
  ended_at timestamptz,
  primary key (borrower_id, id),
  check ((state in ('RESERVED', 'USED')) = (loan_id is not null)),
  check ((state in ('RESERVED', 'USED')) = (discount_rupiah is not null)),
  check ((state in ('USED', 'EXPIRED', 'WITHDRAWN')) = (ended_at is not null))
);
create unique index coupon_id on coupon (id);
create unique index coupon_award on coupon (award_id);
-- One coupon a loan.
create unique index coupon_one_per_loan on coupon (borrower_id, loan_id) where loan_id is not null;
create index coupon_due on coupon (expires_at) where state = 'OBTAINED';
create index coupon_ended on coupon (ended_at) where ended_at is not null;
