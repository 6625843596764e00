-- Invitations: whose code brought whom, what became of it, and the awards that wait or are looked at first.

-- The code that a borrower shares. One is the own one; those of an account that was merged into it lead to it as well.
create table invitation_code (
  borrower_id uuid not null,
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  is_own boolean not null default true,
  made_at timestamptz not null,
  primary key (borrower_id, code)
);
create unique index invitation_code_own on invitation_code (borrower_id) where is_own;

-- A friend as the inviter sees one: no name, no loan, no amount.
create table invitation (
  -- The inviter.
  borrower_id uuid not null,
  id uuid not null unique,
  campaign_id uuid not null,
  state text not null check (state in ('JOINED', 'COUNTED', 'CHECKING', 'REWARDED', 'NOT_COUNTED', 'ENDED')),
  -- The last two digits of the friend's number at registration; null once that account is gone.
  tail text check (tail ~ '^\d{2}$'),
  -- Told where it is the inviter's own business.
  reason text check (reason in ('SAME_PERSON', 'CAP', 'BUDGET', 'TIME', 'CLOSED')),
  joined_at timestamptz not null,
  -- Until when a first loan counts.
  loan_until timestamptz not null,
  counted_at timestamptz,
  -- A reward in money stands (PENDING, HELD or GIVEN): it takes one of the places of the year.
  cash_at timestamptz,
  -- From when on it is given; null where none waits.
  cash_due_at timestamptz,
  -- How often one was written: a payout that came back takes it along, and the next one may count.
  cash_tries smallint not null default 0,
  -- Somebody looked and found nothing: what is due is given without another look.
  checked_at timestamptz,
  changed_at timestamptz not null,
  primary key (borrower_id, id),
  check (cash_due_at is null or cash_at is not null)
);
create index invitation_listed on invitation (borrower_id, joined_at desc, id desc);
create index invitation_cash on invitation (borrower_id, cash_at) where cash_at is not null;
create index invitation_due on invitation (cash_due_at) where cash_due_at is not null and state = 'COUNTED';
create index invitation_open on invitation (loan_until) where state in ('JOINED', 'COUNTED') and cash_at is null;

-- The friend's own side: who it was belongs to the friend, and goes with that account.
create table invitation_guest (
  borrower_id uuid primary key,
  invitation_id uuid not null unique,
  inviter_id uuid not null,
  -- From which network the number was proven; emptied when it has served.
  network_index text,
  -- The loan whose payout brought the reward.
  loan_id uuid,
  joined_at timestamptz not null
);
create index invitation_guest_inviter on invitation_guest (inviter_id, joined_at desc);
create index invitation_guest_network on invitation_guest (joined_at) where network_index is not null;

-- Awards that are not given at once are given by the domain that made them, once they are due.
alter table campaign_award add column given_from timestamptz;
