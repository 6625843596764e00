-- Loans that collectors work on: opened by the step QUEUE of the plan, closed when nothing is due any more. The id is the loan's.
create table servicing_case (
  borrower_id uuid not null,
  id uuid not null,
  state text not null check (state in ('OPEN', 'CLOSED')),
  opened_at timestamptz not null,
  closed_at timestamptz,
  claimed_by uuid,
  claimed_until timestamptz,
  primary key (borrower_id, id),
  check ((state = 'CLOSED') = (closed_at is not null)),
  check ((claimed_by is null) = (claimed_until is null))
);
create unique index servicing_case_id on servicing_case (id);
create index servicing_case_open on servicing_case (opened_at, id) where state = 'OPEN';
create index servicing_case_claimed on servicing_case (claimed_by, opened_at, id) where claimed_by is not null;

-- Each time that a person of ours contacted, or tried to contact, the borrower. A row is written once; its end is added once.
create table servicing_contact (
  borrower_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  channel text not null check (channel in ('CALL', 'MESSAGE')),
  staff_id uuid not null,
  started_at timestamptz not null,
  -- The number is shown until then; a payment that settles what is due ends it at once.
  number_until timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('NO_ANSWER', 'WRONG_NUMBER', 'REACHED', 'CALL_BACK', 'REFUSED', 'PROMISE', 'DISPUTE', 'HARDSHIP', 'DEATH')),
  -- The collector's own words.
  note_sealed text,
  -- The borrower objected to it.
  objected_at timestamptz,
  primary key (borrower_id, id),
  check ((ended_at is null) = (outcome is null))
);
create index servicing_contact_id on servicing_contact (id);
create index servicing_contact_newest on servicing_contact (borrower_id, started_at, id);
create index servicing_contact_of_loan on servicing_contact (borrower_id, loan_id, started_at);
