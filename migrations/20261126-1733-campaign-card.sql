-- The identity card with which somebody takes part for money or by luck: once in a campaign and its epoch (a day, a month, or ALL), in
-- whichever account.
create table campaign_card (
  campaign_id uuid not null references campaign (id),
  epoch text not null,
  -- The blind index of the verified card's number.
  card_index text not null,
  borrower_id uuid not null,
  taken_at timestamptz not null,
  primary key (campaign_id, epoch, card_index)
);
create index campaign_card_borrower on campaign_card (borrower_id);
