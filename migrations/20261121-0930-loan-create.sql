-- A loan from its draft to its end. Its figures are frozen in `terms` when it is submitted; dates follow from disbursed_on.
create table loan (
  borrower_id uuid not null,
  id uuid not null,
  -- Short number for people: TN-7KQ2-M4XD.
  number text not null,
  state text not null check (state in ('SUBMITTED', 'IN_REVIEW', 'APPROVED', 'SIGNED', 'DISBURSING', 'ACTIVE', 'PAID_OFF', 'REJECTED', 'CANCELLED', 'RESTRUCTURED', 'WRITTEN_OFF')),
  product_key text not null,
  principal_rupiah bigint not null check (principal_rupiah > 0),
  tenor_days integer not null check (tenor_days > 0),
  -- LoanTerms of the engine; disbursedOn is the estimate until the money has gone out.
  terms jsonb not null,
  purpose text not null,
  bank_account_id uuid not null,
  lender_id text not null,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  sign_deadline timestamptz,
  signed_at timestamptz,
  -- The rail's value date (WIB): day 0 of the schedule.
  disbursed_on date,
  ended_at timestamptz,
  -- Why it was rejected or cancelled: a code that has a text for the borrower.
  end_reason text,
  may_apply_again_on date,
  primary key (borrower_id, id),
  check ((state in ('ACTIVE', 'PAID_OFF', 'RESTRUCTURED', 'WRITTEN_OFF')) <= (disbursed_on is not null)),
  check (state <> 'APPROVED' or sign_deadline is not null)
);
create unique index loan_id on loan (id);
create unique index loan_number on loan (number);
-- One open application or running loan per borrower: a race for a second one ends here.
create unique index loan_one_open on loan (borrower_id) where state in ('SUBMITTED', 'IN_REVIEW', 'APPROVED', 'SIGNED', 'DISBURSING', 'ACTIVE');
create index loan_sign_deadline on loan (sign_deadline) where state = 'APPROVED';
create index loan_newest on loan (borrower_id, submitted_at desc);
create index loan_running on loan (state, disbursed_on);

-- What happened to a loan, in order; never changed.
create table loan_event (
  borrower_id uuid not null,
  loan_id uuid not null,
  id uuid not null,
  kind text not null,
  from_state text,
  to_state text not null,
  -- BORROWER, STAFF:<id>, SYSTEM, BANK
  actor text not null,
  cause text not null,
  facts jsonb not null default '{}',
  happened_at timestamptz not null,
  primary key (borrower_id, loan_id, id)
);
create function refuse_loan_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'loan_event is append-only';
end $$;
create trigger loan_event_append_only before update or delete on loan_event for each row execute function refuse_loan_event_change();

-- What a borrower has chosen so far; found again on another device.
create table loan_draft (
  borrower_id uuid primary key,
  amount_rupiah bigint check (amount_rupiah > 0),
  tenor_days integer check (tenor_days > 0),
  purpose text,
  bank_account_id uuid,
  updated_at timestamptz not null
);
