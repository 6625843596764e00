-- Unmatched money may name the loan that its reference was made for: staff start from there.
alter table payment_receipt drop constraint payment_receipt_check1;
alter table payment_receipt add constraint payment_receipt_matched check (state not in ('MATCHED', 'ASSIGNED') or loan_id is not null);
