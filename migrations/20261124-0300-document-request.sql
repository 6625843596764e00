-- Documents that somebody who judges an application asks its borrower for again: up to three kinds with reasons, for 72 hours.
-- Who asked is a case of another domain; silence ends the asking and refuses nobody.
create table document_request (
  borrower_id uuid not null,
  id uuid not null,
  -- The case that waits for the answer.
  subject_id uuid not null,
  kinds text[] not null check (cardinality(kinds) between 1 and 3),
  reasons text[] not null check (cardinality(reasons) between 1 and 5),
  -- To the borrower, sealed with the borrower's key.
  note_sealed text,
  state text not null check (state in ('OPEN', 'ANSWERED', 'EXPIRED', 'WITHDRAWN')),
  asked_at timestamptz not null,
  -- Null once the reminder was told.
  remind_at timestamptz,
  due_at timestamptz not null,
  ended_at timestamptz,
  primary key (borrower_id, id),
  check ((state = 'OPEN') = (ended_at is null))
);
create unique index document_request_open on document_request (borrower_id) where state = 'OPEN';
create index document_request_due on document_request (due_at) where state = 'OPEN';
create index document_request_remind on document_request (remind_at) where state = 'OPEN' and remind_at is not null;
create index document_request_subject on document_request (borrower_id, subject_id);
