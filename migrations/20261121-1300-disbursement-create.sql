-- Money that we send: loans paid out and balances given back. A row is one order to the bank, for ever; its id is the
-- bank's key too. Nothing is sent under a new id while an earlier order for the same subject may still be paid.
create table bank_transfer (
  borrower_id uuid not null,
  id uuid not null,
  purpose text not null check (purpose in ('LOAN', 'BALANCE_REFUND', 'WALLET')),
  -- What it is for: a loan's, refund's or withdrawal's id.
  subject_id text not null,
  bank_account_id uuid not null,
  amount_rupiah bigint not null check (amount_rupiah > 0),
  remark text not null,
  -- QUEUED: nothing has left. SENT: it may have arrived. ACCEPTED: the bank has it. DROPPED: it never left and never will.
  state text not null check (state in ('QUEUED', 'SENT', 'ACCEPTED', 'SETTLED', 'FAILED', 'DROPPED')),
  -- The receiver as it was sent (bank, number, name), so that a second sending is the same order.
  payee_sealed text,
  attempts integer not null default 0 check (attempts >= 0),
  -- Why it has not been sent yet.
  waits_for text,
  provider_reference text,
  failure_code text,
  needs_staff boolean not null default false,
  ordered_at timestamptz not null,
  sent_at timestamptz,
  ended_at timestamptz,
  -- When the poller asks (or tries) next; null once it is over.
  next_inquiry_at timestamptz,
  primary key (borrower_id, id),
  check ((state in ('QUEUED', 'DROPPED')) <= (attempts = 0)),
  check ((state in ('SENT', 'ACCEPTED')) <= (payee_sealed is not null)),
  check ((state in ('SETTLED', 'FAILED', 'DROPPED')) = (ended_at is not null)),
  check ((state in ('SETTLED', 'FAILED', 'DROPPED')) = (next_inquiry_at is null))
);
create unique index bank_transfer_id on bank_transfer (id);
-- One transfer per loan for ever: a second one may exist only after the first one failed for good.
create unique index bank_transfer_one_live on bank_transfer (borrower_id, purpose, subject_id) where state not in ('FAILED', 'DROPPED');
create index bank_transfer_inquiry on bank_transfer (next_inquiry_at) where next_inquiry_at is not null;
create index bank_transfer_staff on bank_transfer (ended_at) where needs_staff;

-- What staff decide about a transfer that failed: one proposes, another confirms.
create table disbursement_settlement (
  borrower_id uuid not null,
  id uuid not null,
  transfer_id uuid not null,
  deed text not null check (deed in ('SAME_ACCOUNT', 'OTHER_ACCOUNT', 'CANCEL')),
  bank_account_id uuid,
  reason text not null,
  state text not null check (state in ('PROPOSED', 'CONFIRMED', 'REFUSED')),
  maker_id text not null,
  made_at timestamptz not null,
  checker_id text,
  checked_at timestamptz,
  primary key (borrower_id, id),
  check ((deed = 'OTHER_ACCOUNT') = (bank_account_id is not null)),
  check ((state = 'PROPOSED') = (checker_id is null)),
  check (checker_id is null or checker_id <> maker_id)
);
create unique index disbursement_settlement_id on disbursement_settlement (id);
-- A transfer is settled once.
create unique index disbursement_settlement_one on disbursement_settlement (borrower_id, transfer_id) where state <> 'REFUSED';
