-- Days of chance that were over before their coupons left the day's account (decision 227): what came back there later is still there.
-- Each is looked at from here on until its account is empty; a day that ends now leaves nothing behind.
alter table campaign_draw add column settle_due timestamptz;
update campaign_draw set settle_due = 'epoch' where state in ('DRAWN', 'EMPTY');
create index campaign_draw_settle on campaign_draw (settle_due) where settle_due is not null;
