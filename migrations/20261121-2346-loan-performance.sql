-- The published loan performance (TKB, TWP), one row a day (WIB). Kept for ever: what was published can be shown again.
create table loan_performance (
  as_of date primary key,
  outstanding_rupiah bigint not null check (outstanding_rupiah >= 0),
  -- Principal of loans more than so many days past due.
  over_0_rupiah bigint not null,
  over_30_rupiah bigint not null,
  over_60_rupiah bigint not null,
  over_90_rupiah bigint not null check (over_90_rupiah >= 0),
  computed_at timestamptz not null,
  check (over_0_rupiah <= outstanding_rupiah and over_30_rupiah <= over_0_rupiah and over_60_rupiah <= over_30_rupiah and over_90_rupiah <= over_60_rupiah)
);
