-- What a borrower tells about living and working. All answers lie sealed as one whole; only the zone is plain, for hours of contact.
create table profile (
  borrower_id uuid primary key,
  -- The parts that were filled in and checked, as one sealed whole.
  answers_sealed text,
  -- What was typed and not taken over yet, by part; it survives errors, lost networks and another day.
  draft_sealed text,
  zone text check (zone in ('WIB', 'WITA', 'WIT')),
  -- When all parts were there for the first time.
  completed_at timestamptz,
  updated_at timestamptz not null,
  check (completed_at is null or (answers_sealed is not null and zone is not null))
);

-- Whom to reach when the borrower cannot be reached. A contact is asked for consent and never dunned (field rules).
create table emergency_contact (
  borrower_id uuid not null,
  id uuid not null,
  -- At most three contacts: the slots are numbered, so the database holds the count. Empty once the borrower removed a
  -- contact that had refused: it stays known, so that it is not asked again.
  slot smallint check (slot between 1 and 3),
  person_sealed text not null,
  mobile_index text not null,
  relationship text not null check (relationship in ('SPOUSE', 'PARENT', 'SIBLING', 'CHILD', 'RELATIVE', 'FRIEND', 'COLLEAGUE')),
  consent text not null default 'PENDING' check (consent in ('PENDING', 'GIVEN', 'REFUSED')),
  -- When the link to the consent was last sent, and how often.
  asked_at timestamptz,
  asked_count smallint not null default 0,
  answered_at timestamptz,
  created_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, slot),
  unique (borrower_id, mobile_index),
  check ((consent = 'PENDING') = (answered_at is null))
);
create index emergency_contact_mobile on emergency_contact (mobile_index);
