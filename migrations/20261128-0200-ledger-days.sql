-- Sums of each kind of account by the day (WIB), by the moment of booking: folded once when the day is over and never changed.
-- Statements and the trial balance add up these rows instead of every transfer there ever was.
create table ledger_day (
  day date not null,
  account_kind text not null,
  -- The lender, for a lender's accounts; empty for all others.
  owner_id text not null default '',
  transfer_kind text not null,
  debits bigint not null,
  credits bigint not null,
  primary key (account_kind, owner_id, day, transfer_kind)
);
create index ledger_day_day on ledger_day (day);
-- The folded days that had transfers, and the last day of each fold: every day up to the newest one is folded.
create table ledger_day_fold (
  day date primary key,
  transfers bigint not null,
  -- Of its transfers, holds and their ends included; null for a last day without any.
  first_position bigint,
  last_position bigint,
  folded_at timestamptz not null,
  check ((transfers = 0) = (first_position is null) and (transfers = 0) = (last_position is null))
);
create trigger ledger_day_fixed before update or delete on ledger_day for each row execute function ledger_refuse_change();
create trigger ledger_day_kept before truncate on ledger_day for each statement execute function ledger_refuse_change();
create trigger ledger_day_fold_fixed before update or delete on ledger_day_fold for each row execute function ledger_refuse_change();
create trigger ledger_day_fold_kept before truncate on ledger_day_fold for each statement execute function ledger_refuse_change();

-- The transfers of a stretch of time, in a table that only grows: a few kilobytes for a gigabyte.
create index ledger_transfer_time on ledger_transfer using brin (posted_at) with (pages_per_range = 16);
