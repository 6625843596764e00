-- An address of mail for which a campaign has given already: once, whoever proves it again in another account.
create table campaign_claimed_address (
  campaign_id uuid not null references campaign (id),
  -- The blind index of the proven address.
  address_index text not null,
  borrower_id uuid not null,
  claimed_at timestamptz not null,
  primary key (campaign_id, address_index)
);
create index campaign_claimed_address_borrower on campaign_claimed_address (borrower_id);
