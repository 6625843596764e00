-- Before when an approved request may not take effect, so that who had the account until then can object; null where it may at once.
alter table change_request add column effective_from timestamptz;
create index change_request_effect on change_request (effective_from) where is_open and state = 'APPROVED';
