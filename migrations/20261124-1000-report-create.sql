-- Figures of the business by the day (WIB), for the console's charts; folded from the tables of the domains and never written by hand.
create table report_day (
  day date not null,
  -- loan.disbursed_rupiah
  metric text not null,
  -- A part of the metric: a rail, a bucket of days past due; empty where it has none.
  dimension text not null default '',
  value bigint not null,
  primary key (metric, dimension, day)
);
-- How far the days are folded; a closed one is folded no more.
create table report_fold (
  day date primary key,
  folded_at timestamptz not null,
  is_closed boolean not null
);
create index report_fold_open on report_fold (day) where not is_closed;

-- What happened in a stretch of time, in tables that only grow: a few kilobytes beside a gigabyte.
create index loan_event_time on loan_event using brin (happened_at) with (pages_per_range = 16);
create index repayment_event_time on repayment_event using brin (recorded_at) with (pages_per_range = 16);
create index complaint_received on complaint (received_at);
