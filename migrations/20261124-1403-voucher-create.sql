-- Codes of partners' vouchers, loaded by staff before they are given; sealed, and each given once.
create table voucher_code (
  id uuid primary key,
  voucher_key text not null check (voucher_key ~ '^[A-Z0-9_]{2,30}$'),
  -- The same code is loaded once.
  code_index text not null,
  code_sealed text not null,
  loaded_by uuid,
  loaded_at timestamptz not null,
  -- Whose it is since when, and for which award.
  borrower_id uuid,
  award_id uuid unique,
  given_at timestamptz,
  unique (voucher_key, code_index),
  check ((borrower_id is null) = (given_at is null))
);
create index voucher_code_free on voucher_code (voucher_key, id) where borrower_id is null;
create index voucher_code_borrower on voucher_code (borrower_id) where borrower_id is not null;
