-- A mistyped password stays within its look-up and under its consent: the register knows each try by an id of its own.
alter table lookup
  add column order_id uuid,
  -- While CONSENTED: until then the next try may be sent.
  add column retry_until timestamptz;
create index lookup_retries on lookup (retry_until) where state = 'CONSENTED';
