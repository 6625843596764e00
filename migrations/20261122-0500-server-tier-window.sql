-- Over how many days parts are added up for the tiers; the largest number of the set in force counts. // docs/decisions/175
alter table approval_tier add column window_days integer not null default 7 check (window_days between 1 and 366);
