-- What happened to an account that its owner must be able to object to. Kept 400 days (product decisions account 2).
create table security_event (
  borrower_id uuid not null,
  id uuid not null,
  kind text not null check (kind ~ '^[A-Z][A-Z_]{2,40}$'),
  -- Derived from what happened: noted twice counts once.
  source_id text not null,
  happened_at timestamptz not null,
  -- What the browser called itself, in a few words; empty where it was no person's act.
  device text not null,
  -- Whether the owner was told outside the inbox: logins are told three times a day at most.
  is_told boolean not null,
  primary key (borrower_id, id),
  unique (borrower_id, source_id)
);
create index security_event_newest on security_event (borrower_id, happened_at desc, id desc);
create index security_event_old on security_event (happened_at);

-- 72 hours in which nothing of value leaves the account, after its number or its owner changed hands (threat D1).
create table security_hold (
  borrower_id uuid not null,
  id uuid not null,
  cause text not null check (cause in ('NUMBER_CHANGED', 'NUMBER_RECOVERED', 'RELEASED')),
  -- Derived from what placed it: placed twice counts once.
  source_id text not null,
  placed_at timestamptz not null,
  until timestamptz not null check (until > placed_at),
  primary key (borrower_id, id),
  unique (borrower_id, source_id)
);
create index security_hold_until on security_hold (borrower_id, until desc);
create index security_hold_old on security_hold (until);
