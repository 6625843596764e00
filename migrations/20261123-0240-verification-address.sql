-- A challenge may prove an e-mail address as well: its index and its sealed value stand where a number's do.
alter table verification_challenge drop constraint verification_challenge_purpose_check;
alter table verification_challenge add constraint verification_challenge_purpose_check
  check (purpose in ('LOGIN', 'SET_PASSWORD', 'STEP_UP_SIGN', 'STEP_UP_WITHDRAW', 'STEP_UP_BIND', 'OLD_NUMBER', 'NEW_NUMBER', 'MERGE', 'EMAIL', 'CANCEL', 'EMAIL_ADDRESS'));
alter table verification_challenge drop constraint verification_challenge_channel_check;
alter table verification_challenge add constraint verification_challenge_channel_check
  check (channel in ('SMS', 'VOICE', 'WHATSAPP', 'MAIL'));
-- A number's code never goes by mail, and an address's never by anything else.
alter table verification_challenge add constraint verification_challenge_mail_check
  check ((channel = 'MAIL') = (purpose = 'EMAIL_ADDRESS'));
