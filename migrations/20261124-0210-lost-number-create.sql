-- Requests of people whose SIM is gone: whether anything matches is found out after they were sent, and told at the new number alone.
create table lost_number_request (
  id uuid primary key,
  -- Whose key seals it and its photos: nobody's account, made for this request.
  owner_id uuid not null,
  -- The session that made it; no other one sees it or goes on with it.
  session_id uuid not null,
  reference text not null unique,
  state text not null check (state in
    ('STARTED', 'NEW_PROVEN', 'SELFIE_SHOWN', 'SUBMITTED', 'APPROVED', 'DONE', 'REJECTED', 'STOPPED', 'EXPIRED')),
  -- Numbers, NIK and birth date as typed, and what was found out.
  facts_sealed text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  submitted_at timestamptz,
  promised_until timestamptz,
  -- Before when it takes no effect, and when whoever asked hears that it was not.
  effective_from timestamptz,
  tell_after timestamptz,
  told_at timestamptz,
  -- Null until it was checked against what we hold; the account that it is about, null where there is none.
  checked_at timestamptz,
  borrower_id uuid,
  -- How often the old number was told of it.
  warnings smallint not null default 0,
  closed_at timestamptz,
  check ((state in ('STARTED', 'NEW_PROVEN', 'SELFIE_SHOWN')) = (expires_at is not null)),
  check ((state in ('DONE', 'REJECTED', 'STOPPED', 'EXPIRED')) = (closed_at is not null)),
  check ((submitted_at is null) = (tell_after is null))
);
create index lost_number_expiry on lost_number_request (expires_at) where expires_at is not null;
create index lost_number_effect on lost_number_request (effective_from) where state = 'APPROVED';
create index lost_number_told on lost_number_request (tell_after) where told_at is null and tell_after is not null;
create index lost_number_open on lost_number_request (borrower_id) where borrower_id is not null and closed_at is null;
create index lost_number_borrower on lost_number_request (borrower_id) where borrower_id is not null;
create index lost_number_closed on lost_number_request (closed_at) where closed_at is not null;
