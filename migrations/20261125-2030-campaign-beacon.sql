-- The public value that a draw takes in, named when its entries are closed and nobody knows it yet; null where no beacon is used.
alter table campaign_draw add column beacon_round text;
create index campaign_draw_beacon on campaign_draw (frozen_at) where state = 'FROZEN' and beacon_round is not null and beacon = '-';
