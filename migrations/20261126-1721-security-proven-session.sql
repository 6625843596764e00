-- The browser that proved a frozen account reads how its case stands, also when its code is over (product decisions account 14).
alter table security_contest add column proven_session_id uuid;
create index security_contest_session on security_contest (proven_session_id) where proven_session_id is not null;
