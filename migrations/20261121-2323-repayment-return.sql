-- Unmatched money on its way back (RETURNING) or back (RETURNED), and a payment that the bank took back (TAKEN_BACK).
alter table payment_receipt drop constraint payment_receipt_state_check;
alter table payment_receipt add constraint payment_receipt_state_check check (state in ('MATCHED', 'UNMATCHED', 'ASSIGNED', 'RETURNING', 'RETURNED', 'TAKEN_BACK'));
-- Why the last return did not arrive: staff see it beside the money.
alter table payment_receipt add column return_failure text;
-- A sweep tries a row that failed again later, and the others meanwhile.
alter table repayment_account add column failures integer not null default 0;
alter table repayment_account add column try_again_at timestamptz;
alter table partner_event add column failures integer not null default 0;
alter table partner_event add column try_again_at timestamptz;
