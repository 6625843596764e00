-- Who the borrower is. Name, NIK, birth and sex lie sealed by the borrower's own key; the index finds the same NIK again.
create table identity (
  borrower_id uuid primary key,
  person_sealed text not null,
  nik_index text not null,
  -- Set by the one check that matched; emptied when name, NIK, birth or sex change.
  face_verified_at timestamptz,
  -- Checks that did not match, over the life of the account. Decisions 4 leave the number to us; the rule stands in the domain.
  face_failures smallint not null default 0 check (face_failures >= 0),
  submitted_at timestamptz not null,
  updated_at timestamptz not null
);
create index identity_nik on identity (nik_index);

-- The photo of the card and the selfie: keys of the object store, whose objects are sealed.
create table identity_photo (
  borrower_id uuid not null,
  kind text not null check (kind in ('KTP', 'SELFIE')),
  object_key text not null,
  taken_at timestamptz not null,
  primary key (borrower_id, kind)
);

-- Every answer of the face check, for review and for the bill of the provider.
create table face_check (
  borrower_id uuid not null,
  id uuid not null,
  outcome text not null check (outcome in ('MATCH', 'NO_MATCH', 'UNREADABLE', 'NOT_REGISTERED', 'UNAVAILABLE')),
  similarity_ppm integer check (similarity_ppm between 0 and 1000000),
  liveness_ppm integer check (liveness_ppm between 0 and 1000000),
  provider_reference text,
  checked_at timestamptz not null,
  primary key (borrower_id, id)
);
