-- Mother's maiden name, sealed with the borrower's key: sent with reports of a bureau that asks for it, and read for nothing else.
create table mothers_name (
  borrower_id uuid primary key,
  name_sealed text not null,
  given_at timestamptz not null
);
