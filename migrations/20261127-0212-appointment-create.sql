-- Loans booked for a later day. An appointment lends nothing and reserves nothing: on its day the borrower applies as ever.
create table loan_appointment (
  borrower_id uuid not null,
  id uuid not null,
  state text not null check (state in ('BOOKED', 'OFFERED', 'APPLIED', 'LAPSED', 'CANCELLED')),
  amount_rupiah bigint not null check (amount_rupiah > 0),
  tenor_days integer not null check (tenor_days > 0),
  purpose text not null,
  bank_account_id uuid not null,
  on_day date not null,
  -- Interest and fees by the price of the day on which it was booked.
  cost_rupiah bigint not null check (cost_rupiah >= 0),
  booked_at timestamptz not null,
  -- The next thing that time does to it: the message of the day, then the end. Null once it is over.
  due_at timestamptz,
  offered_at timestamptz,
  -- The last day on which it can be confirmed.
  confirm_by date,
  ended_at timestamptz,
  -- The application that came of it.
  loan_id uuid,
  primary key (borrower_id, id),
  check ((state in ('BOOKED', 'OFFERED')) = (ended_at is null)),
  check ((due_at is null) = (ended_at is not null)),
  check ((offered_at is null) = (confirm_by is null)),
  check ((state = 'APPLIED') = (loan_id is not null))
);
create unique index loan_appointment_one_open on loan_appointment (borrower_id) where state in ('BOOKED', 'OFFERED');
create index loan_appointment_due on loan_appointment (due_at) where due_at is not null;
