-- Each order in which staff may see a list, with what it is filtered by.
-- Complaints: by deadline and by when they came, of a state, of those that wait, of somebody, of nobody, about something.
drop index complaint_waiting;
drop index complaint_received;
create index complaint_received on complaint (received_at, id);
create index complaint_queue_received on complaint (received_at, id) where state <> 'CLOSED';
create index complaint_state_received on complaint (state, received_at, id);
create index complaint_assignee_received on complaint (assignee_id, received_at, id) where assignee_id is not null;
create index complaint_unassigned on complaint (state, due_on, id) where assignee_id is null;
create index complaint_unassigned_received on complaint (state, received_at, id) where assignee_id is null;
create index complaint_reason on complaint (reason, due_on, id);
create index complaint_reason_received on complaint (reason, received_at, id);
-- Cases that people look at: by when they were submitted.
drop index underwriting_case_waiting;
create index underwriting_case_waiting on underwriting_case (state, submitted_at, id);
-- Unmatched money: by when it was paid, and by its amount.
create index payment_receipt_unmatched_paid on payment_receipt (paid_at, id) where state = 'UNMATCHED';
create index payment_receipt_unmatched_amount on payment_receipt (amount_rupiah, id) where state = 'UNMATCHED';
-- Winners of a campaign: by when they won, of a state too.
drop index campaign_award_campaign;
create index campaign_award_campaign on campaign_award (campaign_id, won_at, id);
create index campaign_award_state on campaign_award (campaign_id, state, won_at, id);
