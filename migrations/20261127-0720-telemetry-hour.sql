-- What visits added up to in an hour, for the console. A row of telemetry_event is added by the transaction that claims it for the
-- first time, so each counts once. It names nobody, and is kept for 13 months.
create table telemetry_hour (
  hour timestamptz not null,
  measure text not null,
  -- The page's pattern, the click's name, the app's version. Empty for what came beyond the rows that an hour may have.
  key text not null,
  country text not null,
  brand text not null,
  host_app text not null,
  platform text not null,
  count bigint not null,
  -- Of measures that have a value: their sum in thousandths (milliseconds, mostly), and how many fell below each bound. Empty buckets for all others.
  sum_thousandths bigint not null,
  buckets bigint[] not null,
  primary key (hour, measure, key, country, brand, host_app, platform)
);
