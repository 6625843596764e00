-- Sign-in of staff by accounts of the company. The account that a member came with first is the member's for good: an
-- address that the provider gives to another person later opens nothing.
alter table staff_member add column sign_on_subject text;
create unique index staff_member_sign_on on staff_member (sign_on_subject) where sign_on_subject is not null;

-- Proven sign-ins: until the second factor is typed without a session, then with one. The provider is asked again and
-- again whether the account still stands, by its refresh token.
create table staff_sign_on (
  id uuid primary key,
  staff_id uuid not null,
  session_id uuid,
  refresh_sealed text,
  created_at timestamptz not null,
  -- The next question to the provider; null where there is none: no session yet, or no refresh token.
  check_at timestamptz,
  -- Since when the provider gives no answer.
  silent_since timestamptz,
  ends_at timestamptz not null
);
create index staff_sign_on_check on staff_sign_on (check_at) where check_at is not null;
create index staff_sign_on_staff on staff_sign_on (staff_id);
create index staff_sign_on_end on staff_sign_on (ends_at);
