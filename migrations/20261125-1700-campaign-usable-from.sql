-- A coupon for a finished loan is usable three days later, also where it waits for a signature first.
alter table campaign_award add column usable_from timestamptz;
