-- The closing of an account on its holder's word. // Spec account 6
create table account_closure (
  borrower_id uuid not null,
  id uuid not null,
  state text not null check (state in ('COOLING', 'CLOSED', 'RETAINING', 'ERASED', 'WITHDRAWN', 'UNDONE')),
  -- Why it was UNDONE, as a code.
  cause text,
  asked_at timestamptz not null,
  -- From then on it cannot be taken back.
  cooling_until timestamptz not null,
  closed_at timestamptz,
  ended_at timestamptz,
  primary key (borrower_id, id),
  check ((cause is not null) = (state = 'UNDONE')),
  check ((closed_at is not null) = (state in ('CLOSED', 'RETAINING', 'ERASED')))
);
create unique index account_closure_one_open on account_closure (borrower_id)
  where state in ('COOLING', 'CLOSED', 'RETAINING', 'ERASED');
create index account_closure_by_id on account_closure (id);
create index account_closure_due on account_closure (cooling_until) where state = 'COOLING';
create index account_closure_to_erase on account_closure (closed_at) where state in ('CLOSED', 'RETAINING');
create index account_closure_over on account_closure (ended_at) where state in ('WITHDRAWN', 'UNDONE');

-- Reasons that are offered, in their order.
create table closure_reason (
  code text primary key,
  position integer not null,
  is_offered boolean not null default true
);
insert into closure_reason (code, position) values
  ('NO_LONGER_NEEDED', 1), ('COST_TOO_HIGH', 2), ('LIMIT_TOO_LOW', 3), ('NOT_APPROVED', 4), ('PRIVACY', 5),
  ('TOO_MANY_MESSAGES', 6), ('BAD_SERVICE', 7), ('OTHER_LENDER', 8), ('SECOND_ACCOUNT', 9), ('OTHER', 10)
  on conflict do nothing;

-- Why people leave, without who: nothing leads from a row to its writer.
create table closure_feedback (
  id uuid primary key,
  told_on date not null,
  reasons text[] not null,
  -- Sealed by the installation: people write their name and number into anything.
  description_sealed text
);
create index closure_feedback_day on closure_feedback (told_on);
