-- Lenders' statements: one row a lender and month (WIB, by the day of booking), written once when the ledger's days of the month
-- are folded, from the ledger alone, and never changed. Rupiah. // Spec credit-support 7
create table funding_month (
  -- First day of the month.
  month date not null check (extract(day from month) = 1),
  lender_id text not null,
  available_opening bigint not null,
  deposited bigint not null,
  income bigint not null,
  returned bigint not null,
  funded bigint not null,
  withdrawn bigint not null,
  -- Withdrawals that came back.
  withdrawn_back bigint not null,
  available_closing bigint not null,
  invested_opening bigint not null,
  invested_closing bigint not null,
  -- Principal written off and not recovered: a part of what is invested.
  written_off_opening bigint not null,
  written_off bigint not null,
  recovered bigint not null,
  written_off_closing bigint not null,
  -- Interest that the lender shares: paid by borrowers, given away by the house, and of restructured loans once it is paid.
  interest_received bigint not null,
  interest_discounted bigint not null,
  carried_paid bigint not null,
  carried bigint not null,
  -- Less than zero: more was taken back than received in earlier months.
  brought bigint not null check (brought <= 0),
  share bigint not null check (share >= 0),
  left_over bigint not null check (left_over <= 0),
  -- Loans and unpaid principal by days past due at the end of the month: {"CURRENT": {"loans": 1, "rupiah": 2}}; null for a month that was closed too late to know.
  buckets jsonb,
  closed_at timestamptz not null,
  primary key (month, lender_id),
  check (available_opening + deposited + income + returned + withdrawn_back - funded - withdrawn = available_closing),
  check (invested_opening + funded - returned = invested_closing),
  check (written_off_opening + written_off - recovered = written_off_closing)
);
create trigger funding_month_fixed before update or delete on funding_month for each row execute function ledger_refuse_change();
create trigger funding_month_kept before truncate on funding_month for each statement execute function ledger_refuse_change();

-- A month's interest between the house and its lenders, proposed from the 3rd of the next month on by one person and confirmed by another.
create table funding_income (
  month date primary key check (extract(day from month) = 1),
  -- What lenders share in: their interest, as far as it is above zero.
  base bigint not null check (base >= 0),
  share_ppm integer not null check (share_ppm between 0 and 1000000),
  -- The lenders' part of it; the rest is the house's.
  shared bigint not null check (shared between 0 and base),
  closed_at timestamptz not null,
  distributed_at timestamptz
);
create index funding_income_open on funding_income (month) where distributed_at is null and shared > 0;

-- The lenders' part of interest, as dated rows: the row of the latest first day that is not after a month's last day is in force for it.
create table funding_rule (
  valid_from date primary key,
  income_share_ppm integer not null check (income_share_ppm between 0 and 1000000),
  source text not null
);
insert into funding_rule (valid_from, income_share_ppm, source) values ('2026-01-01', 700000, 'Own policy: agreements with lenders');
