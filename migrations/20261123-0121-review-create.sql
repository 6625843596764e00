-- Cases of people that staff decide: a request of a borrower, held against what the borrower shows. The kinds are domains' own.
create table review_case (
  borrower_id uuid not null,
  id uuid not null,
  -- Which domain's: mobile_change.
  kind text not null,
  -- The domain's own row that is decided about.
  subject_id uuid not null,
  -- As people call it: RV-7F3K9Q2M.
  number text not null unique,
  -- ASKED: the borrower has to show more, and the clock stands. PROPOSED: a second person has to confirm.
  state text not null check (state in ('WAITING', 'ASKED', 'PROPOSED', 'CLOSED')),
  -- What it is judged by: ids, codes, dates and flags; nothing personal.
  facts jsonb not null,
  -- Whether a decision needs two people; judged when it was opened.
  two_people boolean not null,
  outcome text check (outcome in ('APPROVED', 'REJECTED', 'WITHDRAWN')),
  -- Why it was rejected, of the kind's closed list.
  reason text,
  -- What whoever decided wrote, sealed with the borrower's key.
  note_sealed text,
  opened_at timestamptz not null,
  promised_hours integer not null check (promised_hours between 1 and 720),
  -- The promised time ends, and two thirds of it; both move on while the clock stands.
  due_at timestamptz not null,
  remind_at timestamptz not null,
  -- Once in the life of a case.
  asked_at timestamptz,
  asked_for text[] not null default '{}',
  ask_until timestamptz,
  -- Since when the promise is broken and the borrower was told so.
  late_at timestamptz,
  proposal_id uuid,
  claimed_by text,
  claimed_until timestamptz,
  closed_at timestamptz,
  primary key (borrower_id, id),
  check ((state = 'CLOSED') = (outcome is not null and closed_at is not null)),
  check ((outcome = 'REJECTED') <= (reason is not null)),
  check ((state = 'PROPOSED') <= (proposal_id is not null)),
  check ((state = 'ASKED') <= (asked_at is not null and ask_until is not null)),
  check ((claimed_by is null) = (claimed_until is null))
);
create unique index review_case_id on review_case (id);
-- A request is decided about once, however often it is handed in.
create unique index review_case_subject on review_case (subject_id, kind);
create index review_case_open on review_case (due_at, id) where state <> 'CLOSED';
create index review_case_closed on review_case (due_at, id) where state = 'CLOSED';
create index review_case_closed_kind on review_case (kind, due_at, id) where state = 'CLOSED';
create index review_case_claim on review_case (claimed_by, state, id) where claimed_by is not null;
create index review_case_late on review_case (due_at) where late_at is null and state in ('WAITING', 'PROPOSED');
create index review_case_asked on review_case (ask_until) where state = 'ASKED';

-- Photos that a borrower shows for a request: up to six at first, and up to six when asked for more. The slots hold the count.
create table review_evidence (
  borrower_id uuid not null,
  id uuid not null,
  -- The domain's own row, as in the case, which may begin after the photos.
  subject_id uuid not null,
  -- 1 with the request, 2 when asked for more.
  round smallint not null check (round in (1, 2)),
  slot smallint not null check (slot between 1 and 6),
  object_key text not null,
  width_pixels integer not null check (width_pixels > 0),
  height_pixels integer not null check (height_pixels > 0),
  -- HMAC of the cleaned picture: the same photo twice is one photo.
  picture_index text not null,
  uploaded_at timestamptz not null,
  -- 90 days after the case, or after the upload where none came of it.
  destroy_at timestamptz not null,
  primary key (borrower_id, id),
  unique (subject_id, round, slot),
  unique (subject_id, picture_index)
);
create unique index review_evidence_id on review_evidence (id);
create index review_evidence_destroy on review_evidence (destroy_at);
create index review_evidence_object on review_evidence (object_key);
