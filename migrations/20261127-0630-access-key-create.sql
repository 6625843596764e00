-- Keys by which a lender's system reads events and loans of its brand. Made and revoked by two people.
create table access_key (
  id uuid primary key,
  brand text not null,
  -- The system that uses it: no person's name.
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- Keyed hash: the table opens nothing.
  key_hash text not null unique,
  -- The key itself until it was shown, which happens once.
  key_sealed text,
  shown_at timestamptz,
  made_by uuid not null,
  made_at timestamptz not null,
  revoked_at timestamptz,
  last_used_on date,
  check ((key_sealed is null) = (shown_at is not null or revoked_at is not null))
);
create index access_key_list on access_key (made_at, id);
