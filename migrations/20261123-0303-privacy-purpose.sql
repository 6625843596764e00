-- A code for the copy of one's data; with the other purposes of the account wing that the closed list has.
alter table verification_challenge
  drop constraint if exists verification_challenge_purpose_check,
  add constraint verification_challenge_purpose_check check (purpose in (
    'LOGIN', 'SET_PASSWORD', 'STEP_UP_SIGN', 'STEP_UP_WITHDRAW', 'STEP_UP_BIND', 'OLD_NUMBER', 'NEW_NUMBER', 'MERGE',
    'EMAIL', 'CANCEL', 'EMAIL_ADDRESS', 'DATA_EXPORT', 'RECOVER_NUMBER', 'UNFREEZE'));
