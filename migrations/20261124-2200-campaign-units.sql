-- Tickets that nobody played and energy that nobody poured end with their campaign, some people at a time (decision 223).
alter table campaign add column units_ended_up_to uuid;
alter table campaign add column units_ended_at timestamptz;
create index campaign_units_open on campaign (claims_until) where state = 'ENDED' and units_ended_at is null;
create index campaign_ticket_unplayed on campaign_ticket (campaign_id, borrower_id) where played_at is null;
