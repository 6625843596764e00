-- Reward money of borrowers. The balance is the ledger's (WALLET/<borrower>); here stands what the ledger does not say.

-- One row a borrower, made at the first credit; it is what a borrower's movements lock.
create table wallet (
  borrower_id uuid primary key,
  -- The last credit or withdrawal; 365 days later what is left ends. Null once it has ended.
  valid_until timestamptz
);
create index wallet_valid_until on wallet (valid_until) where valid_until is not null;

-- What counts against the cap of a month in WIB. A withdrawal that fails gives it back in the month of its request.
create table wallet_month (
  borrower_id uuid not null,
  -- The first day of the month.
  month date not null check (extract(day from month) = 1),
  used_rupiah bigint not null check (used_rupiah >= 0),
  max_rupiah bigint not null,
  primary key (borrower_id, month),
  check (used_rupiah <= max_rupiah)
);

create table wallet_withdrawal (
  borrower_id uuid not null,
  id uuid not null,
  state text not null check (state in ('PENDING', 'SUCCEEDED', 'FAILED')),
  amount_rupiah bigint not null check (amount_rupiah > 0),
  bank_account_id uuid not null,
  -- Whose cap it counts against; null where it counts against none (a closing account).
  month date,
  requested_at timestamptz not null,
  arrives_by timestamptz not null,
  ended_at timestamptz,
  primary key (borrower_id, id),
  check ((state = 'PENDING') = (ended_at is null))
);
create unique index wallet_withdrawal_id on wallet_withdrawal (id);
create unique index wallet_withdrawal_one_pending on wallet_withdrawal (borrower_id) where state = 'PENDING';
create index wallet_withdrawal_overdue on wallet_withdrawal (arrives_by) where state = 'PENDING';

-- What its owner sees of every movement. Added up with their signs they are what is available.
create table wallet_record (
  borrower_id uuid not null,
  id uuid not null,
  position bigint generated always as identity,
  kind text not null check (kind in ('REWARD', 'WITHDRAWAL', 'GIVEN_BACK', 'EXPIRED', 'REVOKED')),
  amount_rupiah bigint not null check (amount_rupiah > 0),
  -- What it was for, in the languages of the product; null where its kind says all.
  title jsonb,
  -- Derived from what moved, so that it is noted once: `award_<id>`.
  source text not null,
  -- The campaign that gave it.
  activity_id text,
  withdrawal_id uuid,
  happened_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, source),
  check ((withdrawal_id is not null) = (kind in ('WITHDRAWAL', 'GIVEN_BACK')))
);
create index wallet_record_newest on wallet_record (borrower_id, position desc);

-- Cover for what the house's bank account sends is asked for under its lock.
create index bank_transfer_wallet_under_way on bank_transfer (purpose) where purpose = 'WALLET' and state in ('SENT', 'ACCEPTED');
