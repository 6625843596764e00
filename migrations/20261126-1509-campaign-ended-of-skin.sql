-- The campaign of a skin that ended last is found at once, however many ended before it.
create index campaign_ended on campaign (skin, closes_at desc) where state = 'ENDED';
