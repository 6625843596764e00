-- An application stands still while its account is frozen: nobody decides, nobody signs, no deadline passes.
alter table loan add column paused_at timestamptz;
create index loan_paused on loan (borrower_id) where paused_at is not null;
