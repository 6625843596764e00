-- A promise to pay so much by a day. Payments that count by the day after it keep the promise; until then the borrower is not called.
create table servicing_promise (
  borrower_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  state text not null check (state in ('OPEN', 'KEPT', 'PARTLY', 'BROKEN', 'CANCELLED')),
  amount_rupiah bigint not null check (amount_rupiah > 0),
  promised_on date not null,
  -- The last day whose payments keep it.
  last_on date not null check (last_on >= promised_on),
  -- What counts for it.
  paid_rupiah bigint not null default 0 check (paid_rupiah >= 0),
  made_at timestamptz not null,
  -- Null where the borrower made it.
  staff_id uuid,
  ended_at timestamptz,
  primary key (borrower_id, id),
  check ((state = 'OPEN') = (ended_at is null))
);
create unique index servicing_promise_open on servicing_promise (borrower_id, loan_id) where state = 'OPEN';
create index servicing_promise_of_loan on servicing_promise (borrower_id, loan_id, made_at);
create index servicing_promise_due on servicing_promise (last_on) where state = 'OPEN';
create index servicing_promise_id on servicing_promise (id);
