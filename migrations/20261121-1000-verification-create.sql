-- A captcha: its answer is derived from its key and never stored. One answer, right or wrong, uses it up.
create table captcha (
  captcha_key text primary key,
  session_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index captcha_created on captcha (created_at);

-- The mobile number that a borrower proves with. Two tables, so that each is found by its own key alone.
create table verified_number (
  borrower_id uuid primary key,
  number_index text not null,
  mobile_number_sealed text not null,
  verified_at timestamptz not null
);
create table verified_number_owner (
  number_index text primary key,
  borrower_id uuid not null
);

-- Locked by whoever sends a code to a number, so that two requests cannot pass its caps together.
create table verification_number (
  number_index text primary key,
  last_sent_at timestamptz
);

-- A challenge proves a number for one purpose in one session and is used by one effect. Its code is derived, never stored.
create table verification_challenge (
  id uuid primary key,
  number_index text not null,
  mobile_number_sealed text not null,
  purpose text not null check (purpose in ('LOGIN', 'SET_PASSWORD', 'STEP_UP_SIGN', 'STEP_UP_WITHDRAW', 'STEP_UP_BIND', 'OLD_NUMBER', 'NEW_NUMBER', 'MERGE', 'EMAIL', 'CANCEL')),
  channel text not null check (channel in ('SMS', 'VOICE', 'WHATSAPP')),
  session_id uuid not null,
  -- The borrower of the session that asked; null for an anonymous one.
  borrower_id uuid,
  -- Whose tries count together: strangers share one lane, a known device and a logged-in borrower have their own.
  lane text not null,
  device_index text,
  network_index text not null,
  -- A captcha stood before it; so the same session may ask for a next code without one.
  after_captcha boolean not null,
  language text not null,
  brand_name text not null,
  host text not null,
  price_rupiah bigint not null check (price_rupiah >= 0),
  tries smallint not null default 0 check (tries between 0 and 5),
  delivery text not null check (delivery in ('WAITING', 'SENDING', 'SENT', 'REJECTED', 'UNKNOWN')),
  delivery_at timestamptz not null,
  provider_reference text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  proven_at timestamptz,
  proof_expires_at timestamptz,
  consumed_at timestamptz,
  check ((proven_at is null) = (proof_expires_at is null)),
  check (consumed_at is null or proven_at is not null)
);
create index verification_challenge_number on verification_challenge (number_index, created_at desc);
create index verification_challenge_session on verification_challenge (session_id, purpose, created_at desc);
create index verification_challenge_created on verification_challenge (created_at);

-- Wrong codes (and wrong passwords) of a number by lane. Five lock the lane, for longer each time.
create table verification_attempt (
  number_index text not null,
  lane text not null,
  tries smallint not null check (tries between 0 and 5),
  lockouts integer not null default 0 check (lockouts >= 0),
  locked_until timestamptz,
  tried_at timestamptz not null,
  primary key (number_index, lane)
);
create index verification_attempt_tried on verification_attempt (tried_at);

-- Devices on which a number was verified before.
create table verification_device (
  number_index text not null,
  device_index text not null,
  verified_at timestamptz not null,
  primary key (number_index, device_index)
);
create index verification_device_device on verification_device (device_index);

-- Counters of sends, proofs, wrong codes and money in windows of business time.
create table verification_counter (
  key text not null,
  window_start timestamptz not null,
  count bigint not null check (count >= 0),
  primary key (key, window_start)
);
create index verification_counter_start on verification_counter (window_start);
