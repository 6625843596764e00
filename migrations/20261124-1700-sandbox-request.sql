-- What partners of the sandbox were asked and answered, and what they told us: masked like the log before it is written.
create table sandbox_request (
  number bigint generated always as identity primary key,
  port text not null,
  operation text not null,
  -- HOUSE: we asked the partner. PARTNER: it called us.
  asked_by text not null check (asked_by in ('HOUSE', 'PARTNER')),
  -- Pairs of name and masked value.
  request jsonb not null,
  answer jsonb not null,
  outcome text not null,
  asked_at timestamptz not null
);
create index sandbox_request_port on sandbox_request (port, number);
create index sandbox_request_age on sandbox_request (asked_at);
