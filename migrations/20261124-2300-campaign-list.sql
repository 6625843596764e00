-- The console's list is read by pages, the newest first, and its charts ask which campaigns could give something lately.
create index campaign_newest on campaign (created_at desc, id desc);
create index campaign_until on campaign (claims_until);
