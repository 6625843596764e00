-- A lender's registered bank account: two people register it, and a new one replaces the one before.
create table funding_account (
  id uuid primary key,
  lender_id text not null,
  -- Bank, number and holder's name as the bank said it.
  payee_sealed text not null,
  registered_at timestamptz not null,
  replaced_at timestamptz
);
create unique index funding_account_one on funding_account (lender_id) where replaced_at is null;

-- Money that goes back to a lender. The row's id stands for its owner at the transfer, so that no borrower's key opens it.
create table funding_withdrawal (
  id uuid primary key,
  lender_id text not null,
  account_id uuid not null,
  amount_rupiah bigint not null check (amount_rupiah > 0),
  -- PENDING: on its way. FAILED and RETURNED: the money is the lender's again.
  state text not null check (state in ('PENDING', 'PAID', 'FAILED', 'RETURNED')),
  failure_code text,
  ordered_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'PENDING') = (ended_at is null))
);
create index funding_withdrawal_list on funding_withdrawal (ordered_at, id);

alter table bank_transfer drop constraint bank_transfer_purpose_check;
alter table bank_transfer add constraint bank_transfer_purpose_check
  check (purpose in ('LOAN', 'BALANCE_REFUND', 'WALLET', 'UNMATCHED_RETURN', 'LENDER_WITHDRAWAL'));
