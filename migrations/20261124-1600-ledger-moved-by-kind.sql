-- What the house still owes escrow is asked of two kinds among all of their accounts' transfers: read by account, the page
-- of the house's money read every transfer of escrow.
create index ledger_transfer_owed_debit on ledger_transfer (debit_account_id, kind) include (amount, phase)
  where kind in ('DISCOUNT', 'ESCROW_TOPPED_UP');
create index ledger_transfer_owed_credit on ledger_transfer (credit_account_id, kind) include (amount, phase)
  where kind in ('DISCOUNT', 'ESCROW_TOPPED_UP');
