-- Campaigns as data: what they promise, who took part, what was given, and the draws that anybody can recompute.
create table campaign (
  id uuid primary key,
  -- Its name in addresses and ledger accounts.
  activity_id text not null unique check (activity_id ~ '^[a-z0-9-]{3,40}$' and activity_id not in ('draw', 'break')),
  mechanic text not null check (mechanic in ('CLAIM', 'CHECK_IN', 'INSTANT', 'DRAW', 'PICK', 'GROW', 'INVITE')),
  skin text not null,
  -- {id, en, zh}
  title jsonb not null,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  claims_until timestamptz not null,
  rules jsonb not null,
  rules_version integer not null default 1 check (rules_version >= 1),
  budget_rupiah bigint not null check (budget_rupiah >= 0),
  -- The minister's permit of a draw, with isSample.
  permit jsonb,
  state text not null check (state in ('DRAFT', 'APPROVED', 'RUNNING', 'PAUSED', 'ENDED')),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (opens_at < closes_at and closes_at <= claims_until)
);
create index campaign_due on campaign (state, opens_at);

-- What may be used so often: a person, a person's day, a campaign, its day. One statement takes.
create table campaign_counter (
  key text primary key,
  -- Null: the campaign's own.
  borrower_id uuid,
  used bigint not null,
  max bigint not null,
  check (used between 0 and max)
);
create index campaign_counter_borrower on campaign_counter (borrower_id) where borrower_id is not null;

-- Pieces of a prize, of the campaign (epoch ALL) or of a day.
create table campaign_stock (
  campaign_id uuid not null references campaign (id),
  epoch text not null,
  prize_key text not null,
  given bigint not null default 0,
  max bigint not null,
  primary key (campaign_id, epoch, prize_key),
  check (given between 0 and max)
);

-- What a campaign may ask about a borrower: that something happened, when, and to which loan. Never an amount or tenor.
create table campaign_fact (
  borrower_id uuid not null,
  fact text not null,
  event_id text not null,
  loan_id uuid,
  in_time boolean,
  happened_at timestamptz not null,
  primary key (borrower_id, fact, event_id)
);

-- Who takes part, since when, and what was agreed to.
create table campaign_entrant (
  borrower_id uuid not null,
  campaign_id uuid not null references campaign (id),
  joined_at timestamptz not null,
  agreed_version integer not null,
  -- DRAW: the wish. PICK: the option.
  choice_key text,
  -- GROW: what was poured, and until when it may be.
  grown bigint not null default 0 check (grown >= 0),
  grows_until timestamptz,
  primary key (borrower_id, campaign_id)
);
create index campaign_entrant_growing on campaign_entrant (grows_until) where grows_until is not null;

-- A task counts once a person, campaign and epoch (a day, an instalment, or ONCE).
create table campaign_task (
  borrower_id uuid not null,
  campaign_id uuid not null references campaign (id),
  task text not null,
  epoch text not null,
  given bigint not null check (given >= 0),
  done_at timestamptz not null,
  primary key (borrower_id, campaign_id, task, epoch)
);

create table campaign_check_in (
  borrower_id uuid not null,
  campaign_id uuid not null references campaign (id),
  checked_on date not null,
  streak integer not null check (streak >= 1),
  points bigint not null check (points >= 0),
  primary key (borrower_id, campaign_id, checked_on)
);

create table campaign_award (
  borrower_id uuid not null,
  id uuid not null,
  campaign_id uuid not null references campaign (id),
  -- Derived from what it is for: play_<ticket>, claim_<prize>_<epoch>. It counts once.
  cause text not null,
  prize_key text not null,
  prize jsonb not null,
  by_chance boolean not null,
  -- The day's money that it is paid from; null: the campaign's.
  epoch text,
  state text not null check (state in ('PENDING', 'HELD', 'GIVEN', 'REFUSED', 'REVOKED')),
  draw_id uuid,
  won_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, campaign_id, cause)
);
create index campaign_award_campaign on campaign_award (campaign_id, won_at desc);
create index campaign_award_waiting on campaign_award (won_at) where state = 'PENDING';

-- A draw: the day's sealed seed, published as a commitment before, as itself afterwards.
create table campaign_draw (
  id uuid primary key,
  -- <activityId>:<day>
  draw_id text not null unique,
  campaign_id uuid not null references campaign (id),
  day date not null,
  state text not null check (state in ('OPEN', 'FROZEN', 'DRAWN', 'EMPTY')),
  -- The lines of prizes, as they are hashed.
  prizes text not null,
  prizes_hash text not null,
  commitment text not null,
  seed_sealed text,
  seed text,
  beacon text not null default '-',
  entries_hash text,
  -- INSTANT: how many have played; their order.
  plays bigint not null default 0,
  made_at timestamptz not null,
  frozen_at timestamptz,
  drawn_at timestamptz,
  unique (campaign_id, day),
  check ((seed is null) = (state in ('OPEN', 'FROZEN')) and (seed_sealed is null) <> (seed is null))
);
create index campaign_draw_open on campaign_draw (day) where state in ('OPEN', 'FROZEN');

-- A chance to play, and what came of it.
create table campaign_ticket (
  borrower_id uuid not null,
  -- Ten characters that say nothing of their owner; published with the play.
  ticket_id text not null unique check (ticket_id ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  campaign_id uuid not null references campaign (id),
  task text not null,
  got_at timestamptz not null,
  draw_id uuid references campaign_draw (id),
  choice smallint check (choice between 1 and 9),
  play_number bigint,
  prize_key text,
  award_id uuid,
  played_at timestamptz,
  primary key (borrower_id, ticket_id),
  unique (draw_id, play_number),
  check ((played_at is null) = (draw_id is null))
);
create index campaign_ticket_left on campaign_ticket (borrower_id, campaign_id) where played_at is null;

-- An entry of a draw by weight, under a name that only its owner knows.
create table campaign_draw_entry (
  draw_id uuid not null references campaign_draw (id),
  entry_id text not null check (entry_id ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  borrower_id uuid not null,
  choice_key text,
  weight bigint not null check (weight >= 0),
  -- From 1; those behind the prizes are reserves.
  place integer,
  award_id uuid,
  primary key (draw_id, entry_id),
  unique (draw_id, borrower_id)
);
create index campaign_draw_entry_borrower on campaign_draw_entry (borrower_id);

-- A rest from campaigns: at once, and never shortened.
create table campaign_break (
  borrower_id uuid primary key,
  -- Null: for good.
  until timestamptz,
  set_at timestamptz not null
);

-- Rows of law and house, by day. PRIZE_DRAW_TAX_PPM in a million of the gross prize.
create table campaign_rule (
  rule text not null,
  valid_from date not null,
  value bigint not null,
  source text not null,
  certainty text not null check (certainty in ('H', 'M', 'K')),
  primary key (rule, valid_from)
);
insert into campaign_rule (rule, valid_from, value, source, certainty) values
  ('PRIZE_DRAW_TAX_PPM', '2001-01-01', 250000, 'PP 132/2000; PER-11/PJ/2015', 'M'),
  ('ACTIVITY_REWARD_TAX_PPM', '2024-01-01', 0, 'PPh 21; to be verified before cash starts in prod', 'K')
on conflict do nothing;
