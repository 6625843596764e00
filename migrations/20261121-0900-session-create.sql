-- Sessions of borrowers (anonymous ones too) and of staff. The cookie's value is stored as its SHA-256 only.
create table login_session (
  id uuid primary key,
  audience text not null check (audience in ('borrower', 'staff')),
  token_hash bytea not null unique,
  -- A rotated token still reads for 30 seconds, so that a page in flight does not fail.
  previous_token_hash bytea unique,
  previous_until timestamptz,
  subject_id uuid,
  roles text[] not null default '{}',
  device_token text,
  device_label text not null default '',
  idle_seconds integer not null check (idle_seconds > 0),
  -- Proofs of a fresh verification by purpose: { "STEP_UP_SIGN": "2026-11-21T03:00:00.000Z" } (end of validity).
  proofs jsonb not null default '{}',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index login_session_subject on login_session (subject_id, audience) where revoked_at is null;

-- The first answer of every effect, by the key that its sender made.
create table idempotency_key (
  principal text not null,
  call text not null,
  key text not null,
  body_hash text not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (principal, call, key)
);

-- Counters of abuse limits in fixed windows: several processes share them.
create table rate_counter (
  key text not null,
  window_start timestamptz not null,
  count integer not null check (count >= 0),
  primary key (key, window_start)
);
