-- What providers tell about messages that left the house: delivered, read, failed. A message is named by its row's id; who
-- it went to and what it said stands nowhere here.
create table delivery_report (
  -- `whatsapp`, `twilio`
  provider text not null,
  -- The provider's id of the message and the state told: the same report twice is one row.
  report_key text not null,
  message_id uuid not null,
  state text not null check (state in ('SENT', 'DELIVERED', 'READ', 'FAILED')),
  -- The provider's own code of a failure.
  code text,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  primary key (provider, report_key)
);
create index delivery_report_message on delivery_report (message_id);
create index delivery_report_received on delivery_report (received_at);
