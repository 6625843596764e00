-- Failed face checks are counted over all flows within 30 days; the fifth locks, and only a case reopens (decision 253).
-- A check is a row before its answer (PENDING), so that those sent side by side cannot pass the number together.
alter table face_check
  add column purpose text not null default 'IDENTITY'
    check (purpose in ('IDENTITY', 'NUMBER_CHANGE', 'LOST_NUMBER', 'ACCOUNT_MERGE', 'UNFREEZE', 'CORRECTION')),
  drop constraint face_check_outcome_check,
  add constraint face_check_outcome_check
    check (outcome in ('PENDING', 'MATCH', 'NO_MATCH', 'UNREADABLE', 'NOT_REGISTERED', 'UNAVAILABLE', 'WRONG_NIK'));

alter table identity
  add column face_locked_at timestamptz,
  -- What failed before does not count any more.
  add column face_reopened_at timestamptz;
-- Who had none left has none left; face_failures is read by the release before this one alone.
update identity set face_locked_at = updated_at where face_failures >= 5 and face_verified_at is null;
