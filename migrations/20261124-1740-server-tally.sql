-- What partners, jobs and sweeps did, counted by the business day (WIB): processes add to it what they counted themselves.
create table server_tally (
  day date not null,
  -- partner.calls, partner.times, job.tries, sweep.rows
  metric text not null,
  -- bank:ANSWERED, bank:250 (milliseconds, at most), DONE
  dimension text not null,
  count bigint not null,
  primary key (day, metric, dimension)
);
