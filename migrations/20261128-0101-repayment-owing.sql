-- The console's list of borrowers by the oldest instalment that is not paid; it also serves what the index on the date alone served.
create index repayment_account_owing on repayment_account (unpaid_since, loan_id) where unpaid_principal_rupiah > 0;
drop index repayment_account_unpaid_since;
