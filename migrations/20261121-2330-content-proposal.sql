-- A text that one person wrote and another has to check before readers see it.
create table content_proposal (
  id uuid primary key,
  collection text not null check (collection ~ '^[a-z][a-z-]{0,39}$'),
  key text not null check (key ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$'),
  kind text not null check (kind in ('PUBLISH', 'WITHDRAW')),
  state text not null check (state in ('OPEN', 'PUBLISHED', 'REJECTED', 'TAKEN_BACK')),
  -- The newest version when it was written; 0 for a new content.
  base_version bigint not null check (base_version >= 0),
  -- { texts: { id, en, zh: { title, summary, markdown } }, head: { section, topic, … } }
  draft jsonb not null,
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
-- One at a time: the second editor is told of the first.
create unique index content_proposal_one_open on content_proposal (collection, key) where state = 'OPEN';
create index content_proposal_state on content_proposal (state, proposed_at);
