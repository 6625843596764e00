-- Passkeys of staff. The public key proves nothing by itself; the secret one never leaves the authenticator.
create table staff_passkey (
  id uuid primary key,
  staff_id uuid not null,
  credential_id text not null unique,
  public_key bytea not null,
  -- The authenticator's count of uses; 0 where it counts none. One that does not grow says that there is a copy.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- A copy was used: the key opens nothing any more.
  copied_at timestamptz
);
create index staff_passkey_staff on staff_passkey (staff_id, created_at);

-- Challenges that were given out: each is taken once, within its time.
create table staff_passkey_challenge (
  challenge_mac text primary key,
  -- The member who adds a key; null for a login.
  staff_id uuid,
  expires_at timestamptz not null
);
create index staff_passkey_challenge_end on staff_passkey_challenge (expires_at);
