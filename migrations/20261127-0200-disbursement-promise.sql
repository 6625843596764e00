-- A payout that takes longer than promised is said once, with its reason. // Credit and support 2
alter table bank_transfer add column promise_told_at timestamptz;
create index bank_transfer_promised on bank_transfer (ordered_at)
  where purpose = 'LOAN' and promise_told_at is null and (needs_staff or (next_inquiry_at is not null and state <> 'SETTLED'));
