-- Strangers to a number and its owner use up shares of their own of its codes: each code says whose it was.
alter table verification_challenge add column is_stranger boolean not null default false;
-- What was sent before counts as well as it can be told.
update verification_challenge set is_stranger = true where lane = 'open';
