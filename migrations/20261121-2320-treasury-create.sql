-- Money that staff move by hand: one proposes, another confirms, and what was agreed is carried out in that transaction.
create table money_proposal (
  id uuid primary key,
  deed text not null check (deed in ('RETURN_UNMATCHED', 'REVERSE_PAYMENT', 'LATE_PAYOUT', 'LENDER_DEPOSIT')),
  -- What it is about: a receipt, a payment's event, a transfer, a deposit's reference at the bank.
  subject_id text not null,
  borrower_id uuid,
  amount_rupiah bigint not null check (amount_rupiah > 0),
  -- Ids, codes and figures; nothing personal.
  facts jsonb not null default '{}',
  -- A receiver's account, sealed.
  payee_sealed text,
  reason text not null,
  state text not null check (state in ('PROPOSED', 'CONFIRMED', 'REFUSED')),
  maker_id text not null,
  -- The maker's browser as a blind index: a checker may not use it.
  maker_device text,
  made_at timestamptz not null,
  checker_id text,
  checked_at timestamptz,
  check ((state = 'PROPOSED') = (checker_id is null)),
  check ((state = 'PROPOSED') = (checked_at is null)),
  check (checker_id is null or checker_id <> maker_id)
);
create unique index money_proposal_one_open on money_proposal (deed, subject_id) where state = 'PROPOSED';
create index money_proposal_state on money_proposal (state, id);
create index money_proposal_subject on money_proposal (subject_id);
