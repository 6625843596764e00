-- A loan that was paid off and owes again, because the bank took a payment back: money is gone whatever else is open, so it
-- may run beside an application or loan that came after it. // docs/decisions/151
alter table loan add column reopened boolean not null default false;
drop index loan_one_open;
create unique index loan_one_open on loan (borrower_id) where state in ('SUBMITTED', 'IN_REVIEW', 'APPROVED', 'SIGNED', 'DISBURSING', 'ACTIVE') and not reopened;
