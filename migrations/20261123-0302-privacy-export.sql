-- Copies of a borrower's data: one a day, built by a job, sealed with the borrower's key, for a week and three downloads.
create table data_export (
  borrower_id uuid not null,
  id uuid not null,
  language text not null,
  brand_id text not null,
  asked_at timestamptz not null,
  -- Promised by law within 3 × 24 hours.
  due_at timestamptz not null,
  state text not null check (state in ('ASKED', 'READY', 'ENDED')),
  ready_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  alarmed_at timestamptz,
  object_key text,
  bytes integer,
  downloads integer not null default 0 check (downloads between 0 and 3),
  primary key (borrower_id, id),
  constraint data_export_ready check ((state = 'READY') = (object_key is not null)),
  constraint data_export_ends check ((state = 'ASKED') = (ready_at is null))
);
-- One is made at a time.
create unique index data_export_asked on data_export (borrower_id) where state = 'ASKED';
create index data_export_due on data_export (due_at) where state = 'ASKED';
create index data_export_ends_at on data_export (ends_at) where state = 'READY';
-- For the sweep that forgets old ones.
create index data_export_asked_at on data_export (asked_at) where state = 'ENDED';
