-- Devices that logged in to an account before: a login on another one is told to its owner (product decisions account 2).
create table login_device (
  borrower_id uuid not null,
  device_index text not null,
  known_since timestamptz not null,
  last_login_at timestamptz not null,
  primary key (borrower_id, device_index)
);
create index login_device_last on login_device (last_login_at);
-- Who verified a number on a device has logged in there.
insert into login_device (borrower_id, device_index, known_since, last_login_at)
  select n.borrower_id, d.device_index, d.verified_at, d.verified_at
  from verified_number n join verification_device d on d.number_index = n.number_index
  on conflict do nothing;

-- Why an account is blocked: CONTESTED by its owner, which only that case lifts; null for a block by staff.
alter table borrower add column status_cause text check (status_cause ~ '^[A-Z_]{3,30}$');
