-- What was read of a card's photo, to be checked by its owner: kept until the data is saved, and trusted by nobody.
create table identity_reading (
  borrower_id uuid primary key,
  read_sealed text not null,
  read_at timestamptz not null
);
