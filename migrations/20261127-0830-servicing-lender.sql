-- When finance noted that the lender was told of the coming write-off: 14 days before it at the latest.
alter table servicing_case add column lender_told_at timestamptz;
