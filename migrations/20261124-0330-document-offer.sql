-- One of N: two to six things that a borrower may add, of which one is enough, offered by whoever judges an application, for seven days.
create table information_offer (
  borrower_id uuid not null,
  id uuid not null,
  -- The case that it may help.
  subject_id uuid not null,
  -- REVIEW: it is still looked at. REOFFER: it was refused for want of evidence, and may be sent again.
  kind text not null check (kind in ('REVIEW', 'REOFFER')),
  options text[] not null check (cardinality(options) between 2 and 6),
  chosen text,
  given text,
  state text not null check (state in ('OPEN', 'GIVEN', 'SKIPPED', 'EXPIRED', 'WITHDRAWN')),
  offered_at timestamptz not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  primary key (borrower_id, id),
  check ((state = 'OPEN') = (ended_at is null)),
  check ((state = 'GIVEN') = (given is not null)),
  check (chosen is null or chosen = any (options)),
  check (given is null or given = any (options))
);
create unique index information_offer_open on information_offer (borrower_id) where state = 'OPEN';
create index information_offer_due on information_offer (due_at) where state = 'OPEN';
