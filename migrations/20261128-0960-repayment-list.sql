-- Banks of virtual accounts and how far their lists of payments were read. A row is made with the bank's first account.
create table payment_list (
  bank_code text primary key,
  -- Every payment that the bank listed up to here is in.
  read_until timestamptz not null,
  -- The longest time asked for at once: halved while the bank does not answer, since a long list may be the cause.
  window_seconds integer not null check (window_seconds > 0),
  is_offered boolean not null,
  next_at timestamptz not null
);
create index payment_list_next on payment_list (next_at);
-- The sandbox's bank lists its payments by time too.
create index sandbox_payment_time on sandbox_payment (rail, paid_at);
-- Lists of banks that hold accounts already are read from the newest account on; single inquiries cover what was before.
insert into payment_list (bank_code, read_until, window_seconds, is_offered, next_at)
  select bank_code, max(requested_at), 43200, true, max(requested_at) from payment_request
  where rail = 'VIRTUAL_ACCOUNT' and bank_code is not null group by bank_code;
