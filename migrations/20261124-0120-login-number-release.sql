-- Who has a resold number says that it is new to them: it is set free after 72 hours without an objection (product decisions account 2).
create table number_release (
  borrower_id uuid not null,
  id uuid not null,
  state text not null check (state in ('WAITING', 'RELEASED', 'OBJECTED')),
  asked_at timestamptz not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  primary key (borrower_id, id)
);
create unique index number_release_one on number_release (borrower_id) where state = 'WAITING';
create index number_release_due on number_release (due_at) where state = 'WAITING';
create index number_release_ended on number_release (ended_at) where ended_at is not null;
