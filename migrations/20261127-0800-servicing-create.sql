-- The plan of servicing as dated rows: the rows of the latest first day that is not after a due date are in force for it.
create table servicing_step (
  plan text not null,
  valid_from date not null,
  step text not null check (step ~ '^[A-Z][A-Z0-9_]*$'),
  -- Counted from the due date.
  day integer not null check (day between -30 and 400),
  action text not null check (action in ('MESSAGE', 'LETTER', 'FREEZE', 'QUEUE', 'OFFER', 'STOP', 'WRITE_OFF')),
  -- Which text is written; the borrower hears it by these channels.
  text text check (text in ('BEFORE', 'DUE', 'AFTER', 'LETTER_1', 'LETTER_2', 'LETTER_3', 'DAY_91')),
  channel text check (channel in ('APP', 'PHONE')),
  source text not null,
  primary key (plan, valid_from, step),
  check ((action in ('MESSAGE', 'LETTER')) = (text is not null and channel is not null))
);
insert into servicing_step (plan, valid_from, step, day, action, text, channel, source) values
  ('STANDARD', '2026-01-01', 'BEFORE', -3, 'MESSAGE', 'BEFORE', 'PHONE', 'Own policy'),
  ('STANDARD', '2026-01-01', 'DUE', 0, 'MESSAGE', 'DUE', 'PHONE', 'Own policy'),
  ('STANDARD', '2026-01-01', 'AFTER', 1, 'MESSAGE', 'AFTER', 'PHONE', 'Own policy'),
  ('STANDARD', '2026-01-01', 'AFTER_3', 3, 'MESSAGE', 'AFTER', 'PHONE', 'Own policy'),
  ('STANDARD', '2026-01-01', 'LETTER_1', 7, 'LETTER', 'LETTER_1', 'PHONE', 'Own policy'),
  ('STANDARD', '2026-01-01', 'FREEZE', 8, 'FREEZE', null, null, 'Own policy'),
  ('STANDARD', '2026-01-01', 'QUEUE', 8, 'QUEUE', null, null, 'Own policy'),
  ('STANDARD', '2026-01-01', 'OFFER', 15, 'OFFER', null, null, 'Own policy'),
  ('STANDARD', '2026-01-01', 'LETTER_2', 30, 'LETTER', 'LETTER_2', 'PHONE', 'Own policy'),
  ('STANDARD', '2026-01-01', 'LETTER_3', 60, 'LETTER', 'LETTER_3', 'PHONE', 'Own policy'),
  ('STANDARD', '2026-01-01', 'DAY_91', 85, 'MESSAGE', 'DAY_91', 'PHONE', 'Own policy'),
  ('STANDARD', '2026-01-01', 'STOP', 91, 'STOP', null, null, 'Own collection up to 90 days late: AFPI code of conduct'),
  ('STANDARD', '2026-01-01', 'WRITE_OFF', 180, 'WRITE_OFF', null, null, 'Own policy');

-- Steps that were taken, each once for a loan and a due date; one that came too late or was not allowed is skipped, with the cause.
create table servicing_taken (
  borrower_id uuid not null,
  loan_id uuid not null,
  due_on date not null,
  step text not null check (step ~ '^[A-Z][A-Z0-9_]*$'),
  queued_at timestamptz not null,
  sent_at timestamptz,
  -- SKIPPED with its cause, DONE in the house, or how the sending ended.
  outcome text,
  cause text,
  primary key (borrower_id, loan_id, due_on, step)
);
create index servicing_taken_queued on servicing_taken (borrower_id, queued_at);
insert into servicing_taken (borrower_id, loan_id, due_on, step, queued_at, sent_at, outcome)
  select borrower_id, loan_id, due_on, kind, queued_at, sent_at, outcome from repayment_reminder;
drop table repayment_reminder;
-- For processes of the release before, which note their reminders here.
create view repayment_reminder as
  select borrower_id, loan_id, due_on, step as kind, queued_at, sent_at, outcome from servicing_taken;
-- Running loans whose last reminder has gone out have further steps now.
update repayment_account set next_reminder_at = opened_at where next_reminder_at is null and unpaid_since is not null;
