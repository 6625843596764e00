-- What one person proposes and another has to check before it is carried out: one table for every kind. // docs/decisions/232
create table proposal (
  id uuid primary key,
  -- `<group>.<what>`, as a domain hands it in.
  kind text not null check (kind ~ '^[a-z]+\.[a-z]+(_[a-z]+)*$'),
  -- What it is about; one proposal of a kind about one thing waits at a time.
  subject_id text not null,
  borrower_id uuid,
  -- Of what moves money: the amount that the tiers look at, and what it is added up with (a lender, an account as a blind
  -- index, a loan, a borrower). Null in rows from before parts were added up.
  amount_rupiah bigint check (amount_rupiah > 0),
  counts_with text,
  -- Ids, codes, figures and texts for readers, as the kind's schema says; nothing personal.
  payload jsonb not null default '{}',
  -- What of it is personal (a receiver's account), sealed with the borrower's key, or the installation's where there is none.
  secret_sealed text,
  secret_key text check (secret_key in ('BORROWER', 'INSTALLATION')),
  -- Why, in the maker's words; clear only in rows from before, until a sweep has sealed them.
  reason text,
  reason_sealed text,
  reason_key text check (reason_key in ('BORROWER', 'INSTALLATION')),
  -- STALE: what it was about has changed, so that it can no longer be carried out.
  state text not null check (state in ('OPEN', 'CONFIRMED', 'REFUSED', 'TAKEN_BACK', 'STALE')),
  maker_id text not null,
  -- The maker's browser as a blind index: a checker may not use it.
  maker_device text,
  made_at timestamptz not null,
  checker_id text,
  check_reason text,
  check_reason_sealed text,
  check_reason_key text check (check_reason_key in ('BORROWER', 'INSTALLATION')),
  ended_at timestamptz,
  -- What came of it: the version that a text or value became.
  result jsonb,
  -- The table that held it before; its sealed values stay bound to that place.
  sealed_in text,
  check ((state = 'OPEN') = (ended_at is null)),
  check ((state in ('CONFIRMED', 'REFUSED')) = (checker_id is not null)),
  check (checker_id is null or checker_id <> maker_id),
  check (reason is null or reason_sealed is null),
  check ((reason_sealed is null) = (reason_key is null)),
  check (check_reason is null or check_reason_sealed is null),
  check ((check_reason_sealed is null) = (check_reason_key is null)),
  check ((secret_sealed is null) = (secret_key is null)),
  check ('BORROWER' not in (coalesce(secret_key, ''), coalesce(reason_key, ''), coalesce(check_reason_key, '')) or borrower_id is not null)
);
create unique index proposal_one_open on proposal (kind, subject_id) where state = 'OPEN';
create index proposal_open on proposal (id) where state = 'OPEN';
create index proposal_ended on proposal (id) where state <> 'OPEN';
create index proposal_parts on proposal (counts_with, made_at) where counts_with is not null and state in ('OPEN', 'CONFIRMED');
create index proposal_unsealed on proposal (id) where reason is not null or check_reason is not null;
