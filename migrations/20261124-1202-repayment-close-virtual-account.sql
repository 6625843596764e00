-- A virtual account that is to be closed at its bank since its borrower's account is: when to ask for that next. // Spec account 6
alter table payment_request add column close_at timestamptz check (close_at is null or rail = 'VIRTUAL_ACCOUNT');
create index payment_request_close on payment_request (close_at) where close_at is not null;
