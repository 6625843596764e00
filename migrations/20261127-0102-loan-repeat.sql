-- A repeat loan pays off the borrower's running one with part of its money. It may stand beside that loan until that one has ended;
-- a second one beside it may not. `replaces_rupiah` is what pays the earlier loan off, fixed on the day of the signature.
alter table loan
  add column replaces_loan_id uuid,
  add column replaces_rupiah bigint check (replaces_rupiah >= 0),
  add column beside_open boolean not null default false,
  add check (replaces_loan_id is not null or (replaces_rupiah is null and not beside_open));
drop index loan_one_open;
create unique index loan_one_open on loan (borrower_id) where state in ('SUBMITTED', 'IN_REVIEW', 'APPROVED', 'SIGNED', 'DISBURSING', 'ACTIVE') and not reopened and not beside_open;
create unique index loan_one_beside on loan (borrower_id) where state in ('SUBMITTED', 'IN_REVIEW', 'APPROVED', 'SIGNED', 'DISBURSING', 'ACTIVE') and beside_open;
create index loan_replacing on loan (borrower_id, replaces_loan_id) where replaces_loan_id is not null;
