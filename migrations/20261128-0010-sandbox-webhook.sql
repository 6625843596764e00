-- Events that arrived at the sandbox's own webhook receiver. They name no persons.
create table sandbox_webhook (
  number bigint generated always as identity primary key,
  -- The last part of the address.
  inbox text not null,
  headers jsonb not null,
  body text not null,
  verdict text not null check (verdict in ('VERIFIED', 'WRONG', 'UNKNOWN')),
  -- How the receiver answered.
  outcome text not null,
  received_at timestamptz not null
);
create index sandbox_webhook_inbox on sandbox_webhook (inbox, number);
create index sandbox_webhook_age on sandbox_webhook (received_at);
-- The receiver looks an address up to verify a signature.
create index webhook_endpoint_url on webhook_endpoint (url);
