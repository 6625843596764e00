-- Each question that was sent to an emergency contact, kept after the contact is removed: how often a borrower has strangers written
-- to, and how often one number is written to over all borrowers, is counted here. // docs/decisions/056
create table contact_asking (
  borrower_id uuid not null,
  id uuid not null,
  mobile_index text not null,
  asked_at timestamptz not null,
  primary key (borrower_id, id)
);
create index contact_asking_number on contact_asking (mobile_index, asked_at);
insert into contact_asking (borrower_id, id, mobile_index, asked_at)
select borrower_id, md5(id::text || turn::text)::uuid, mobile_index, asked_at
from emergency_contact, generate_series(1, asked_count) as turn
where asked_at is not null;

-- A question that could not be sent yet is tried then; null where it was sent, waits for the identity, or is sent no more.
alter table emergency_contact add column ask_at timestamptz;
create index emergency_contact_ask on emergency_contact (ask_at) where ask_at is not null;
