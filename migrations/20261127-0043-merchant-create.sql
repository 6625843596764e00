-- Shops that borrowers tell of, at choice. Name, link and number of the business are sealed with their owner's key.
create table merchant_shop (
  borrower_id uuid not null,
  id uuid not null,
  state text not null check (state in ('DRAFT', 'SUBMITTED', 'VERIFIED', 'REJECTED', 'EXPIRED')),
  -- Three a borrower.
  slot smallint not null check (slot between 1 and 3),
  kind text not null,
  platform text not null,
  facts_sealed text not null,
  -- A keyed hash of the link: the same for whoever gives it.
  link_index text,
  created_at timestamptz not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  -- Why it was rejected, as a code.
  reason text,
  -- A draft that is not sent, or a verification that is over, ends then; null while it is under review or ended.
  expires_at timestamptz,
  primary key (borrower_id, id),
  check ((state in ('DRAFT', 'VERIFIED')) = (expires_at is not null))
);
create unique index merchant_shop_slot on merchant_shop (borrower_id, slot);
create index merchant_shop_link on merchant_shop (link_index) where link_index is not null;
create index merchant_shop_expires on merchant_shop (expires_at) where expires_at is not null;
