-- What a session may do beside reading its own state, where it may not do all: CLOSING, while the account is being closed.
alter table login_session add column limited_to text check (limited_to in ('CLOSING'));
