-- What a person agreed to, as a receipt: which text in which version and language, when, on what device, until when. Each
-- consent has a data key of its own (borrower_key by the consent's id), which falls with it. // docs/decisions/245
create table consent_text (
  -- SHA-256 of title and text, so a receipt shows what was agreed to and nothing newer.
  text_hash text primary key check (text_hash ~ '^[0-9a-f]{64}$'),
  text_key text not null,
  version integer not null,
  language text not null,
  title text not null,
  markdown text not null
);

create table consent (
  borrower_id uuid not null,
  id uuid not null,
  kind text not null,
  -- What of a kind there is several of: the key of a questionnaire. Empty where the kind says all.
  subject text not null default '',
  text_hash text not null,
  given_at timestamptz not null,
  device text not null,
  until timestamptz,
  state text not null check (state in ('STANDING', 'REPLACED', 'WITHDRAWN', 'ENDED')),
  ended_at timestamptz,
  -- By when all that hung on it must have stopped, also outside; and when it had.
  due_at timestamptz,
  finished_at timestamptz,
  alarmed_at timestamptz,
  -- What stopped and how many values: [{ what, count }]
  stopped jsonb not null default '[]',
  primary key (borrower_id, id),
  constraint consent_ended check ((state = 'STANDING') = (ended_at is null)),
  constraint consent_due check ((due_at is null) = (state not in ('WITHDRAWN', 'ENDED')))
);
create unique index consent_standing on consent (borrower_id, kind, subject) where state = 'STANDING';
-- A receipt is found by its number alone, by whoever holds it.
create unique index consent_id on consent (id);
create index consent_until on consent (until) where state = 'STANDING' and until is not null;
create index consent_due_at on consent (due_at) where finished_at is null;
