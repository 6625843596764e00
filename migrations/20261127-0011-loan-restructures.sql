-- A loan that another one goes on in: the new loan names it, and how much of its own fee is the old one's unpaid interest.
alter table loan
  add column restructures_loan_id uuid,
  add column carried_rupiah bigint check (carried_rupiah >= 0),
  add check ((restructures_loan_id is null) = (carried_rupiah is null));
-- A loan is restructured once.
create unique index loan_restructures on loan (borrower_id, restructures_loan_id) where restructures_loan_id is not null;

-- Until when nobody is asked for money, because the borrower asked for help.
alter table repayment_account add column rest_until timestamptz;
-- Loans by the day since when an instalment is open, for offers of help.
create index repayment_account_unpaid_since on repayment_account (unpaid_since) where unpaid_principal_rupiah > 0;
