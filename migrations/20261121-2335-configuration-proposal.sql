-- Who checked a value; null for what one person alone could set before there was a check, and for what a migration brought.
alter table app_config add column checked_by uuid;

-- A value that one person proposed and another has to check before it is in force.
create table config_proposal (
  id uuid primary key,
  name text not null check (name ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$'),
  state text not null check (state in ('OPEN', 'PUBLISHED', 'REJECTED', 'TAKEN_BACK')),
  -- The version in force when it was proposed; 0 for a new name.
  base_version bigint not null check (base_version >= 0),
  value text not null check (length(value) <= 20000),
  is_public boolean not null,
  note text not null check (length(note) <= 500),
  maker_id uuid not null,
  -- Browser of the maker, hashed: a checker may not use the same one.
  maker_device text,
  proposed_at timestamptz not null,
  checker_id uuid,
  checked_at timestamptz,
  reason text not null default '' check (length(reason) <= 500),
  -- The version that it became.
  version bigint,
  check ((state = 'OPEN') = (checked_at is null)),
  check ((state = 'PUBLISHED') = (version is not null))
);
create unique index config_proposal_one_open on config_proposal (name) where state = 'OPEN';
create index config_proposal_state on config_proposal (state, id);
