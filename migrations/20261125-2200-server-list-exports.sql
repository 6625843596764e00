-- Lists that are too long to be sent at once: made as files by a job, for who asked for them alone.
create table list_export (
  id uuid primary key,
  staff_id uuid not null,
  -- The list's call: `GET /api/staff/cases`.
  list text not null check (length(list) between 1 and 200),
  language text not null,
  -- By what the list is filtered and ordered, as it was typed; gone once the file is made.
  input_sealed text,
  -- What of it is a choice, a day or an id of ours.
  choices jsonb not null default '{}',
  state text not null check (state in ('WAITING', 'READY', 'FAILED', 'EXPIRED')),
  asked_at timestamptz not null,
  -- How often a job began with it: a second one takes up what the first one left.
  tries integer not null default 0 check (tries between 0 and 2),
  -- When it is looked at next: while it waits, when its job counts as lost; while it is ready, its end; then, when its row goes.
  due_at timestamptz not null,
  ready_at timestamptz,
  ends_at timestamptz,
  -- Of the parts that are there.
  rows integer not null default 0 check (rows >= 0),
  bytes bigint not null default 0 check (bytes >= 0),
  sha256 text,
  -- Why it failed, as a code.
  cause text check (length(cause) between 1 and 60),
  check ((state = 'WAITING') = (input_sealed is not null)),
  check ((state in ('READY', 'EXPIRED')) = (ready_at is not null and ends_at is not null and sha256 is not null)),
  check ((state = 'FAILED') = (cause is not null))
);
create index list_export_own on list_export (staff_id, asked_at, id);
create index list_export_due on list_export (due_at);

-- A file in its parts, each an object of the store, so that neither making nor sending it holds more than one of them.
create table list_export_part (
  export_id uuid not null references list_export (id) on delete cascade,
  number integer not null check (number >= 1),
  object_key text not null unique,
  rows integer not null check (rows >= 0),
  bytes integer not null check (bytes >= 0),
  -- Where the next part begins in the list; null behind the last one.
  next_cursor text,
  primary key (export_id, number)
);
