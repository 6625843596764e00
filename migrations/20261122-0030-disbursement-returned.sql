-- A transfer that had arrived by the bank's word and that the receiving bank sent back: the money is in escrow again and
-- stands in suspense until two of the staff say what becomes of it. // docs/decisions/150
create table returned_payout (
  borrower_id uuid not null,
  transfer_id uuid not null,
  purpose text not null,
  subject_id text not null,
  amount_rupiah bigint not null check (amount_rupiah > 0),
  -- When it had arrived, when it came back by our knowledge, and why by the bank's code.
  settled_at timestamptz not null,
  found_at timestamptz not null,
  code text not null,
  -- A bank may take its word back (STANDS) and give it again.
  times integer not null default 1 check (times > 0),
  -- OPEN waits for a decision, SENDING is on its way again.
  state text not null check (state in ('OPEN', 'SENDING', 'ENDED')),
  -- What was decided last.
  deed text check (deed in ('SEND_AGAIN', 'GIVE_BACK', 'STANDS')),
  -- Why the last sending failed too.
  resend_code text,
  ended_at timestamptz,
  primary key (borrower_id, transfer_id),
  check ((state = 'ENDED') = (ended_at is not null)),
  check ((state <> 'OPEN') <= (deed is not null))
);
create unique index returned_payout_transfer on returned_payout (transfer_id);
create index returned_payout_open on returned_payout (transfer_id) where state <> 'ENDED';
create index returned_payout_subject on returned_payout (borrower_id, purpose, subject_id);

-- RETURNED: it had arrived and came back. One that arrived is asked for again for some days: returns are told of late or never.
alter table bank_transfer add column resends_id uuid;
alter table bank_transfer drop constraint bank_transfer_state_check;
alter table bank_transfer add constraint bank_transfer_state_check check (state in ('QUEUED', 'SENT', 'ACCEPTED', 'SETTLED', 'FAILED', 'DROPPED', 'RETURNED'));
alter table bank_transfer drop constraint bank_transfer_check2;
alter table bank_transfer add constraint bank_transfer_ended check ((state in ('SETTLED', 'FAILED', 'DROPPED', 'RETURNED')) = (ended_at is not null));
alter table bank_transfer drop constraint bank_transfer_check3;
alter table bank_transfer add constraint bank_transfer_asked check (state = 'SETTLED' or (state in ('FAILED', 'DROPPED', 'RETURNED')) = (next_inquiry_at is null));
drop index bank_transfer_one_live;
create unique index bank_transfer_one_live on bank_transfer (borrower_id, purpose, subject_id) where state not in ('FAILED', 'DROPPED', 'RETURNED');

alter table money_proposal drop constraint money_proposal_deed_check;
alter table money_proposal add constraint money_proposal_deed_check check (deed in ('RETURN_UNMATCHED', 'REVERSE_PAYMENT', 'LATE_PAYOUT', 'RETURNED_PAYOUT', 'LENDER_DEPOSIT'));
