-- What a loan still owes of its principal and since when, as the engine says after each event: both change with events
-- alone, never by time passing, so the share of overdue principal on any day is one query. Null until first worked out.
alter table repayment_account
  add column unpaid_principal_rupiah bigint check (unpaid_principal_rupiah >= 0),
  -- The due date of its first instalment that is not fully paid; null when nothing is owed.
  add column unpaid_since date;
create index repayment_account_exposure on repayment_account (unpaid_since) where unpaid_principal_rupiah > 0;
create index repayment_account_unvalued on repayment_account (opened_at) where unpaid_principal_rupiah is null;
