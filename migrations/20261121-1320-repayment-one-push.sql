-- One push to a wallet at a time: a second phone must not ring while the first may still be paid.
create unique index payment_request_one_push on payment_request (borrower_id, loan_id) where rail = 'EWALLET' and state in ('OPENING', 'OPEN');
