-- Photos of additional documents. The object store holds the sealed bytes under random keys; the slots hold the count (spec 5: up to 6).
create table document (
  borrower_id uuid not null,
  id uuid not null,
  kind text not null check (kind in (
    'PASSPORT', 'PROPERTY_CERTIFICATE', 'CREDIT_CARD', 'TAX_CARD', 'DIPLOMA', 'SALARY_SLIP', 'BANK_STATEMENT',
    'EMPLOYMENT_INSURANCE_CARD', 'DRIVING_LICENCE', 'VEHICLE_REGISTRATION', 'FAMILY_CARD', 'OTHER_TEXT'
  )),
  slot smallint not null check (slot between 1 and 6),
  object_key text not null,
  width_pixels integer not null check (width_pixels > 0),
  height_pixels integer not null check (height_pixels > 0),
  -- HMAC of the cleaned picture: the same photo twice is one photo, and a photo that several borrowers use is seen.
  picture_index text not null,
  uploaded_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, kind, slot),
  unique (borrower_id, kind, picture_index)
);
create index document_picture on document (picture_index);

-- Words that go with a kind: what the borrower wants to add.
create table document_note (
  borrower_id uuid not null,
  kind text not null,
  note_sealed text not null,
  written_at timestamptz not null,
  primary key (borrower_id, kind)
);
