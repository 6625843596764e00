-- Who invited somebody in a campaign that was stopped is told, by pages in the order of ids.
create index invitation_campaign on invitation (campaign_id, borrower_id);
