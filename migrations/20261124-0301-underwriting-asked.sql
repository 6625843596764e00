-- A case whose borrower is asked for documents: its promised 24 hours stand still meanwhile.
alter table underwriting_case
  drop constraint underwriting_case_state_check,
  add constraint underwriting_case_state_check check (state in ('OPEN', 'WAITING', 'ASKED', 'PROPOSED', 'CLOSED')),
  -- Of the last asking.
  add column asked_at timestamptz,
  add column asked_count smallint not null default 0 check (asked_count between 0 and 2),
  -- For how long the promise has stood still in all.
  add column stood_seconds integer not null default 0 check (stood_seconds >= 0),
  add check ((state = 'ASKED') <= (asked_at is not null));
alter table underwriting_step
  drop constraint underwriting_step_kind_check,
  add constraint underwriting_step_kind_check
    check (kind in ('DECIDED', 'ASKED', 'ANSWERED', 'UNANSWERED', 'PROPOSED', 'RETURNED', 'CONFIRMED', 'WITHDRAWN'));
