-- Two accounts of one person become one. The row begins when the request is sent; what moved is kept until it is final, so that it can go back. // Spec account 5
create table account_merge (
  -- Who asked, and the id of the request.
  borrower_id uuid not null,
  id uuid not null,
  other_id uuid not null,
  -- Which of the two goes on.
  survivor_id uuid not null,
  absorbed_id uuid not null,
  -- Whose number the account has afterwards.
  keeps text not null check (keeps in ('OWN', 'OTHER')),
  state text not null check (state in ('ASKED', 'MERGED', 'NOT_MERGED', 'FINAL', 'REVERSED')),
  -- Why it came to nothing or went back, as a code.
  cause text,
  -- The page that was signed, with the asking borrower's own key; its hash is what the code signed.
  preview_sealed text not null,
  preview_hash text not null,
  -- Of the statement.
  brand_id text not null,
  language text not null,
  statement_key text,
  asked_at timestamptz not null,
  merged_at timestamptz,
  -- Until then it goes back on the person's word.
  reversible_until timestamptz,
  ended_at timestamptz,
  primary key (borrower_id, id),
  check (borrower_id <> other_id and survivor_id <> absorbed_id),
  check (survivor_id in (borrower_id, other_id) and absorbed_id in (borrower_id, other_id)),
  check ((merged_at is null) = (reversible_until is null)),
  check ((ended_at is not null) = (state in ('NOT_MERGED', 'FINAL', 'REVERSED')))
);
create unique index account_merge_by_id on account_merge (id);
-- An account takes part in one at a time, on whichever side.
create unique index account_merge_asking on account_merge (borrower_id) where state in ('ASKED', 'MERGED');
create unique index account_merge_asked on account_merge (other_id) where state in ('ASKED', 'MERGED');
create index account_merge_other on account_merge (other_id, asked_at);
-- What an account has taken in, and what has become of one that was.
create index account_merge_survivor on account_merge (survivor_id) where state in ('MERGED', 'FINAL');
create index account_merge_absorbed on account_merge (absorbed_id) where state in ('MERGED', 'FINAL');
create index account_merge_due on account_merge (reversible_until) where state = 'MERGED';

-- What of one asset moved, as its domain needs it for the way back: ids and figures.
create table account_merge_asset (
  merge_id uuid not null,
  asset text not null check (asset ~ '^[A-Z]+(_[A-Z]+)*$'),
  moved jsonb not null,
  primary key (merge_id, asset)
);

alter table security_hold drop constraint security_hold_cause_check;
alter table security_hold add constraint security_hold_cause_check
  check (cause in ('NUMBER_CHANGED', 'NUMBER_RECOVERED', 'RELEASED', 'MERGED'));
