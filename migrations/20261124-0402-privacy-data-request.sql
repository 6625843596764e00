-- What people ask about their data beyond what the pages do by themselves. // Spec account 11
create table data_request (
  borrower_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('RESTRICTION', 'OBJECTION', 'CORRECTION', 'OTHER')),
  state text not null check (state in ('WAITING', 'GRANTED', 'REFUSED')),
  text_sealed text not null,
  -- Of a refusal: a code of the closed list.
  reason text,
  asked_at timestamptz not null,
  -- By when an answer was promised.
  due_at timestamptz not null,
  decided_at timestamptz,
  primary key (borrower_id, id),
  check ((state = 'WAITING') = (decided_at is null)),
  check ((state = 'REFUSED') = (reason is not null))
);
create unique index data_request_one_open on data_request (borrower_id, kind) where state = 'WAITING';
