-- Steps of traces for the console: requests, calls, jobs, requests to partners, reports of browsers. Declared fields of the log
-- alone, so no personal data. Cut by the day (WIB): a day that is over is dropped whole. // Spec credit-support 9
create table trace_step (
  id uuid not null,
  trace_id text not null check (trace_id ~ '^[0-9a-f]{32}$'),
  at timestamptz not null,
  -- The order of steps that began in the same millisecond.
  ordinal integer not null,
  name text not null,
  call text,
  status integer,
  code text,
  job text,
  job_id text,
  attempt integer,
  sweep text,
  port text,
  reason text,
  milliseconds integer not null,
  has_failed boolean not null,
  primary key (id, at)
) partition by range (at);
create index trace_step_of on trace_step (trace_id, at);
create table trace_step_default partition of trace_step default;
