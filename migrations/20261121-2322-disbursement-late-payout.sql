-- A transfer that the bank reported as failed, that was given up, and that turned out to be paid: the money is gone, and
-- stands in suspense until two of the staff say what becomes of it.
create table late_payout (
  borrower_id uuid not null,
  transfer_id uuid not null,
  amount_rupiah bigint not null check (amount_rupiah > 0),
  provider_reference text not null,
  -- The bank's day of payment, and when we learned of it.
  settled_at timestamptz not null,
  found_at timestamptz not null,
  state text not null check (state in ('OPEN', 'ENDED')),
  deed text check (deed in ('COUNT', 'RECOVERED', 'WRITE_OFF')),
  ended_at timestamptz,
  primary key (borrower_id, transfer_id),
  check ((state = 'OPEN') = (ended_at is null)),
  check ((state = 'OPEN') = (deed is null))
);
create unique index late_payout_transfer on late_payout (transfer_id);
create index late_payout_open on late_payout (found_at) where state = 'OPEN';

-- Unmatched money goes back to its payer by the same way. The payer is nobody's account here: the receiver stands sealed in the row.
alter table bank_transfer drop constraint bank_transfer_purpose_check;
alter table bank_transfer add constraint bank_transfer_purpose_check check (purpose in ('LOAN', 'BALANCE_REFUND', 'WALLET', 'UNMATCHED_RETURN'));
alter table bank_transfer alter column bank_account_id drop not null;
alter table bank_transfer add constraint bank_transfer_receiver check (bank_account_id is not null or payee_sealed is not null);
