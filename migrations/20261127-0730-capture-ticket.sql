-- Tickets by which an app uploads one picture for a page of the borrower: ten minutes, one use, one kind. The picture goes where the
-- page's own form would put it; the row holds none. Kept for a day.
create table capture_ticket (
  ticket_hash bytea primary key,
  id uuid not null,
  borrower_id uuid not null,
  -- CARD_PHOTO, FACE, DOCUMENT.
  kind text not null,
  -- Of DOCUMENT: which one. Null otherwise.
  document_kind text,
  -- Of FACE: whether the borrower ticked the consent on the page.
  is_agreed boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index capture_ticket_created on capture_ticket (created_at);
create index capture_ticket_borrower on capture_ticket (borrower_id);
