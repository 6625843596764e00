-- Hours of days that are not folded yet, so that the trial balance of the present day adds up few transfers. Once the day is
-- folded its hours are not read any more; they are deleted days later, when no reader can still need them.
create table ledger_hour (
  began_at timestamptz not null,
  account_kind text not null,
  -- As in `ledger_day`.
  owner_id text not null default '',
  transfer_kind text not null,
  debits bigint not null,
  credits bigint not null,
  primary key (began_at, account_kind, owner_id, transfer_kind)
);
-- The last hour of each fold: every hour up to the newest one is folded, as far as its day is not.
create table ledger_hour_fold (
  began_at timestamptz primary key,
  folded_at timestamptz not null
);
