-- A wish has a code by which friends help it; who helped whom on which day.
alter table campaign_entrant add column code text unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{10}$');

create table campaign_help (
  -- Who helped.
  borrower_id uuid not null,
  campaign_id uuid not null references campaign (id),
  -- Whose wish it is.
  helped_id uuid not null,
  helped_on date not null,
  points bigint not null check (points >= 0),
  helped_points bigint not null check (helped_points >= 0),
  helped_at timestamptz not null,
  primary key (borrower_id, campaign_id, helped_id, helped_on)
);
create index campaign_help_helped on campaign_help (helped_id, campaign_id, helped_on);
