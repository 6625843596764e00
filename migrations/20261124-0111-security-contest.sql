-- "Not me": the owner of an account freezes it from a notice; two people and a proof release it (product decisions account 2).
alter table security_event
  -- The number that stood before it, to which the account goes back: under the borrower's key, and to be found by who proves it.
  add column number_index text,
  add column mobile_number_sealed text,
  -- A notice is objected to once.
  add column contested_at timestamptz;

create table security_contest (
  borrower_id uuid not null,
  id uuid not null,
  -- What was objected to.
  event_id uuid not null,
  state text not null check (state in ('FROZEN', 'PROVEN', 'RELEASED', 'KEPT')),
  -- The number that stood before: who proves it, and the face, may ask for the release.
  number_index text not null,
  device text not null,
  opened_at timestamptz not null,
  promised_until timestamptz not null,
  proven_at timestamptz,
  face_check_id uuid,
  similarity_ppm integer check (similarity_ppm between 0 and 1000000),
  ended_at timestamptz,
  primary key (borrower_id, id)
);
create unique index security_contest_one_open on security_contest (borrower_id) where state in ('FROZEN', 'PROVEN');
create index security_contest_number on security_contest (number_index, opened_at desc);
create index security_contest_ended on security_contest (ended_at) where ended_at is not null;
