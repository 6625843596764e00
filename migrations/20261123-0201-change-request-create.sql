-- Requests to change something about an account, made in several steps: a new number, a merge, a correction.
create table change_request (
  borrower_id uuid not null,
  id uuid not null,
  kind text not null check (kind ~ '^[A-Z]+(_[A-Z]+)*$' and length(kind) <= 40),
  -- Which states follow which is the kind's lifecycle.
  state text not null,
  -- Neither carried out nor ended otherwise.
  is_open boolean not null,
  -- What the steps have found out, with the borrower's own key.
  facts_sealed text not null,
  -- Whose browser it began in.
  device_index text,
  -- The login that proved the number which the account has; another login proves it anew.
  proven_session_id uuid,
  created_at timestamptz not null,
  -- Until then it must be sent; null once it is.
  expires_at timestamptz,
  -- Until when a decision is promised; null before it is sent.
  promised_until timestamptz,
  closed_at timestamptz,
  primary key (borrower_id, id),
  check (is_open = (closed_at is null)),
  check (is_open or expires_at is null)
);
-- One of a kind at a time.
create unique index change_request_open on change_request (borrower_id, kind) where is_open;
create index change_request_due on change_request (expires_at) where expires_at is not null;
create index change_request_closed on change_request (closed_at) where closed_at is not null;
