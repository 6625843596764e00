-- How rows went from state to state, for domains without a table of their own for it; written with the move itself.
create table lifecycle_event (
  -- The kind of row: wallet_withdrawal.
  machine text not null check (length(machine) between 1 and 60),
  subject_id uuid not null,
  -- Of one row, from 1 on, in the order of its moves.
  number integer not null check (number >= 1),
  borrower_id uuid,
  -- Null where it began.
  from_state text,
  to_state text not null,
  -- BORROWER, STAFF:<id>, SYSTEM, BANK or PARTNER.
  actor text not null,
  -- Why, as a code.
  cause text not null,
  -- Ids, codes, dates and figures; nothing personal.
  facts jsonb not null,
  happened_at timestamptz not null,
  primary key (machine, subject_id, number)
);
-- The console's timeline of a borrower.
create index lifecycle_event_borrower on lifecycle_event (borrower_id, machine, happened_at desc) where borrower_id is not null;
