-- Payments that had come in and of which their rail said afterwards that they failed or were refunded, each once. The rail
-- was asked again before a row was written. // docs/decisions/189
create table payment_taken_back (
  -- The receipt's id; whose it is stands there.
  receipt_id text primary key,
  -- The partner's event that said so, and the rail's code for it.
  provider text not null,
  event_id text not null,
  code text not null,
  found_at timestamptz not null,
  -- OPEN: the rail does not have the money, and people decide. STANDS: asked, the rail has it. REVERSED: two people agreed.
  state text not null check (state in ('OPEN', 'STANDS', 'REVERSED')),
  ended_at timestamptz,
  check ((state = 'OPEN') = (ended_at is null))
);
create index payment_taken_back_open on payment_taken_back (found_at, receipt_id) where state = 'OPEN';

-- A rail names a payment by its own reference, whoever's it is.
create index payment_receipt_of_rail on payment_receipt (rail, reference);

-- The sandbox's bank: from when on a payment is refunded.
alter table sandbox_payment add column refunded_at timestamptz;
