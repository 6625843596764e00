-- Accounts that loans are paid to. Number and holder lie sealed; the index finds the same account again, also at other borrowers.
create table bank_account (
  borrower_id uuid not null,
  id uuid not null,
  bank_code text not null check (bank_code ~ '^[0-9]{3}$'),
  account_sealed text not null,
  account_index text not null,
  -- How the bank's name for the holder compares with the borrower's; an account of somebody else is never kept.
  name_match text not null check (name_match in ('SAME', 'SIMILAR')),
  verified_at timestamptz not null,
  is_main boolean not null,
  created_at timestamptz not null,
  -- A removed account stays for the loans that were paid to it.
  removed_at timestamptz,
  primary key (borrower_id, id),
  check (removed_at is null or not is_main)
);
create unique index bank_account_once on bank_account (borrower_id, account_index) where removed_at is null;
create unique index bank_account_main on bank_account (borrower_id) where is_main;
create index bank_account_index on bank_account (account_index);
