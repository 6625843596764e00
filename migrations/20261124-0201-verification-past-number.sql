-- Numbers that borrowers had before. One that was replaced stays reserved for 14 days: nobody registers with it, and who proves it
-- learns that it was replaced and may object. Kept for 180 days, in which another account's number is a mark. // docs/decisions/257
create table verified_number_past (
  borrower_id uuid not null,
  number_index text not null,
  ended_at timestamptz not null,
  -- Null where it was set free at once.
  reserved_until timestamptz,
  -- The event of the account's security that the way to object is about.
  contest_event_id uuid,
  primary key (borrower_id, number_index, ended_at)
);
create index verified_number_past_number on verified_number_past (number_index, ended_at);
create index verified_number_past_ended on verified_number_past (ended_at);

-- Since when a device is known to a number; the release before this one writes none.
alter table verification_device add column known_since timestamptz;
