-- Links by which a borrower gives what an application lacks without a login (credit and support 2). Nothing that was given stands here.
create table fill_link (
  borrower_id uuid not null,
  id uuid not null,
  state text not null check (state in ('OPEN', 'DONE', 'DEAD', 'EXPIRED', 'REPLACED')),
  -- Sent by staff, or with a request for documents.
  cause text not null check (cause in ('STAFF', 'DOCUMENTS')),
  -- Names of what was missing; the link takes these alone.
  asked text[] not null,
  -- A keyed hash of the number that it was sent to: links to one number are counted over all borrowers.
  number_mark text not null,
  -- Wrong birth dates that it still takes.
  attempts_left smallint not null check (attempts_left between 0 and 3),
  made_at timestamptz not null,
  ends_at timestamptz not null,
  proven_at timestamptz,
  ended_at timestamptz,
  primary key (borrower_id, id),
  check ((state = 'OPEN') = (ended_at is null))
);
create unique index fill_link_open on fill_link (borrower_id) where state = 'OPEN';
create index fill_link_due on fill_link (ends_at) where state = 'OPEN';
create index fill_link_number on fill_link (number_mark, made_at);
-- The newest on top in the console, and counted by their day.
create index fill_link_made on fill_link (borrower_id, made_at);

-- Work and income that came by such a link: a person looks at the application until the borrower saves them with a login.
alter table profile add column income_by_link boolean not null default false;
insert into underwriting_rule (rule, valid_from, value, verdict, retry_days, source, certainty) values
  ('INCOME_BY_LINK', '2025-01-01', 0, 'REVIEW', 90, 'Own policy', 'P')
on conflict (rule, valid_from) do nothing;
