-- The code that approves a merge says so: it is no signature of an agreement.
alter table verification_challenge
  drop constraint verification_challenge_purpose_check,
  add constraint verification_challenge_purpose_check check (purpose in (
    'LOGIN', 'SET_PASSWORD', 'STEP_UP_SIGN', 'STEP_UP_WITHDRAW', 'STEP_UP_BIND', 'OLD_NUMBER', 'NEW_NUMBER', 'MERGE',
    'EMAIL', 'CANCEL', 'EMAIL_ADDRESS', 'DATA_EXPORT', 'RECOVER_NUMBER', 'UNFREEZE', 'STEP_UP_MERGE'));
