-- The day from which a code or push counts that is paid while it lives, whatever the day of the payment. // docs/decisions/081
-- payoff_on: its amount is the payoff of that day. due_on: something was due on that day.
alter table payment_request
  add column payoff_on date check (payoff_on is null or rail <> 'VIRTUAL_ACCOUNT'),
  add column due_on date check (due_on is null or rail <> 'VIRTUAL_ACCOUNT');

-- Answers to banks that inquire about a virtual account: for half an hour their amounts count as of the day of the answer.
create table payment_bill_inquiry (
  borrower_id uuid not null,
  loan_id uuid not null,
  -- The virtual account's row of payment_request.
  request_id uuid not null,
  -- The bank's own id of its inquiry.
  id text not null,
  answered_at timestamptz not null,
  -- The day that the amounts are of.
  counts_on date not null,
  amount_rupiah bigint not null check (amount_rupiah > 0),
  payoff_rupiah bigint not null check (payoff_rupiah > 0),
  -- Whether the amount was due on that day already.
  is_due boolean not null,
  primary key (borrower_id, loan_id, request_id, id)
);
create index payment_bill_inquiry_answered on payment_bill_inquiry (borrower_id, loan_id, request_id, answered_at);

-- No bank lets a customer pay hundreds of millions into a virtual account at once; nor does anybody owe so much. // docs/decisions/189
insert into payment_rail_limit (rail, valid_from, most_rupiah, source, certainty) values
  ('VIRTUAL_ACCOUNT', '2025-01-01', 50000000, 'Our own rule: more than twice what a loan of the largest amount can come to; banks let one payment to a virtual account carry 50 to 100 million', 'P');

-- From this day on a sum due below 1,000 rupiah is not late: who was late for so little is valued again. // docs/decisions/020
update repayment_account set unpaid_principal_rupiah = null, unpaid_since = null where unpaid_since < '2026-11-26';
