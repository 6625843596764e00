-- Write-offs by the day of booking, for the register of a month: few rows among all transfers.
create index ledger_transfer_write_off on ledger_transfer (posted_at, reference) where kind = 'WRITE_OFF';
