-- What partners told us, as they told it, once per event: the inbox. Effects are the work of a job after the commit.
create table partner_event (
  provider text not null,
  event_id text not null,
  kind text not null,
  body jsonb not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  -- What came of it: APPLIED, KNOWN (nothing new), CONTRADICTS (an end after another end), UNKNOWN_SUBJECT.
  outcome text,
  primary key (provider, event_id),
  check ((handled_at is null) = (outcome is null))
);
create index partner_event_open on partner_event (received_at) where handled_at is null;

-- A loan's books of repayment: the row that every change of its payments locks first.
create table repayment_account (
  borrower_id uuid not null,
  loan_id uuid not null,
  -- Ours, digits, the tail of its virtual accounts at every bank.
  customer_no text not null check (customer_no ~ '^[0-9]{12}$'),
  opened_at timestamptz not null,
  -- The last day that the books were brought to, and the next due date or month's end to close; null once it is over.
  booked_on date not null,
  next_booking_on date,
  next_reminder_at timestamptz,
  primary key (borrower_id, loan_id)
);
create unique index repayment_account_customer on repayment_account (customer_no);
create index repayment_account_booking on repayment_account (next_booking_on) where next_booking_on is not null;
create index repayment_account_reminder on repayment_account (next_reminder_at) where next_reminder_at is not null;

-- The history of a loan after its disbursement, as the engine reads it; never changed.
create table repayment_event (
  borrower_id uuid not null,
  loan_id uuid not null,
  -- Derived from the business object: a second try is a conflict.
  id text not null,
  kind text not null check (kind in ('PAYMENT', 'WAIVER', 'DISCOUNT', 'WRITE_OFF', 'REVERSAL')),
  value_date date not null,
  amount_rupiah bigint check (amount_rupiah > 0),
  component text check (component in ('PRINCIPAL', 'INTEREST', 'FEE', 'LATE_FEE')),
  -- PAYMENT: RAIL, BALANCE, UNMATCHED:<receipt>, RESTRUCTURE.
  source text,
  reversed_event_id text,
  rail text check (rail in ('VIRTUAL_ACCOUNT', 'QRIS', 'EWALLET')),
  bank_code text,
  paid_at timestamptz,
  actor text not null,
  recorded_at timestamptz not null,
  primary key (borrower_id, loan_id, id),
  check ((kind in ('PAYMENT', 'WAIVER', 'DISCOUNT')) = (amount_rupiah is not null)),
  check ((kind in ('WAIVER', 'DISCOUNT')) = (component is not null)),
  check ((kind = 'PAYMENT') = (source is not null)),
  check ((kind = 'REVERSAL') = (reversed_event_id is not null))
);
create function refuse_repayment_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'repayment_event is append-only';
end $$;
create trigger repayment_event_append_only before update or delete on repayment_event for each row execute function refuse_repayment_event_change();

-- Ways to pay that were opened for a loan: virtual accounts, QRIS codes, pushes to a wallet.
create table payment_request (
  borrower_id uuid not null,
  loan_id uuid not null,
  id uuid not null,
  rail text not null check (rail in ('VIRTUAL_ACCOUNT', 'QRIS', 'EWALLET')),
  bank_code text,
  -- The virtual account number, or our reference at the rail.
  reference text not null,
  -- Null: the payer sends what he likes.
  amount_rupiah bigint check (amount_rupiah > 0),
  -- OPENING: asked for, not confirmed. OPEN: may be paid. PAID and FAILED are ends; EXPIRED may still turn PAID.
  state text not null check (state in ('OPENING', 'OPEN', 'PAID', 'FAILED', 'EXPIRED')),
  -- What the QRIS picture holds.
  content text,
  wallet_sealed text,
  failure_code text,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  next_inquiry_at timestamptz,
  primary key (borrower_id, loan_id, id),
  check ((rail = 'VIRTUAL_ACCOUNT') = (bank_code is not null)),
  check ((rail = 'VIRTUAL_ACCOUNT') = (amount_rupiah is null))
);
create unique index payment_request_reference on payment_request (rail, reference);
create index payment_request_inquiry on payment_request (next_inquiry_at) where next_inquiry_at is not null;

-- Money that arrived, each payment of the rail once, whoever told us of it and however often.
create table payment_receipt (
  provider text not null,
  payment_id text not null,
  -- Derived from both; the payment's id in the books.
  id text not null,
  rail text not null check (rail in ('VIRTUAL_ACCOUNT', 'QRIS', 'EWALLET')),
  reference text not null,
  amount_rupiah bigint not null check (amount_rupiah > 0),
  paid_at timestamptz not null,
  received_at timestamptz not null,
  state text not null check (state in ('MATCHED', 'UNMATCHED', 'ASSIGNED')),
  -- Why nobody could be found: UNKNOWN_REFERENCE, AMOUNT_DIFFERS, LOAN_NOT_RUNNING.
  unmatched_cause text,
  borrower_id uuid,
  loan_id uuid,
  primary key (provider, payment_id),
  check ((state = 'UNMATCHED') <= (unmatched_cause is not null)),
  check ((state in ('MATCHED', 'ASSIGNED')) = (loan_id is not null))
);
create unique index payment_receipt_id on payment_receipt (id);
create index payment_receipt_unmatched on payment_receipt (received_at) where state = 'UNMATCHED';

-- Unmatched money given to a loan: one proposes, another confirms.
create table payment_assignment (
  id uuid primary key,
  receipt_id text not null,
  borrower_id uuid not null,
  loan_id uuid not null,
  reason text not null,
  state text not null check (state in ('PROPOSED', 'CONFIRMED', 'REFUSED')),
  maker_id text not null,
  made_at timestamptz not null,
  checker_id text,
  checked_at timestamptz,
  check ((state = 'PROPOSED') = (checker_id is null)),
  check (checker_id is null or checker_id <> maker_id)
);
create unique index payment_assignment_one on payment_assignment (receipt_id) where state <> 'REFUSED';

-- Overpaid money given back on request.
create table balance_refund (
  borrower_id uuid not null,
  id uuid not null,
  amount_rupiah bigint not null check (amount_rupiah > 0),
  bank_account_id uuid not null,
  state text not null check (state in ('PENDING', 'SUCCEEDED', 'FAILED')),
  requested_at timestamptz not null,
  ended_at timestamptz,
  primary key (borrower_id, id),
  check ((state = 'PENDING') = (ended_at is null))
);
create unique index balance_refund_one_open on balance_refund (borrower_id) where state = 'PENDING';

-- Each reminder once.
create table repayment_reminder (
  borrower_id uuid not null,
  loan_id uuid not null,
  due_on date not null,
  kind text not null check (kind in ('BEFORE', 'DUE', 'AFTER')),
  queued_at timestamptz not null,
  sent_at timestamptz,
  outcome text,
  primary key (borrower_id, loan_id, due_on, kind)
);
