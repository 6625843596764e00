-- Who asked to be told once when a campaign opens. Tapped again, the row is gone.
create table campaign_reminder (
  borrower_id uuid not null,
  campaign_id uuid not null references campaign (id),
  asked_at timestamptz not null,
  -- When it is looked at next: at the opening, or on the next day where today's promotion was sent; null once it was told.
  due_at timestamptz,
  told_at timestamptz,
  primary key (borrower_id, campaign_id),
  check (due_at is null or told_at is null)
);
create index campaign_reminder_due on campaign_reminder (due_at) where due_at is not null;
create index campaign_reminder_campaign on campaign_reminder (campaign_id);

-- A campaign that ended early, until everybody who takes part in it has been told, in the order of their ids.
create table campaign_stop (
  campaign_id uuid primary key references campaign (id),
  stopped_at timestamptz not null,
  told_up_to uuid,
  done_at timestamptz
);
create index campaign_stop_open on campaign_stop (stopped_at) where done_at is null;

-- Who takes part in a campaign, by the campaign.
create index campaign_entrant_of on campaign_entrant (campaign_id, borrower_id);
create index campaign_task_of on campaign_task (campaign_id, borrower_id);
create index campaign_check_in_of on campaign_check_in (campaign_id, borrower_id);
