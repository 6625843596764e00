-- What is told to a person: one row each, which is the inbox row of whoever has an account. // docs/decisions/236
create table notice (
  id uuid primary key,
  -- Null for whoever has no account: contacts, complainants.
  borrower_id uuid,
  -- `<domain>.<what>`; with source_id, the id of what it tells of, it is told once.
  kind text not null,
  source_id text not null check (length(source_id) between 1 and 100),
  topic text not null check (topic in ('LOAN', 'PAYMENT', 'ACCOUNT', 'SECURITY', 'REWARD', 'NEWS')),
  -- What fills the texts. By the borrower's key, else the installation's.
  values_sealed text not null,
  -- An address that is not the account's: { mobileNumber, email, language, brandId }.
  to_sealed text,
  -- SHA-256 of the token in the short link.
  link_hash bytea not null unique,
  created_at timestamptz not null,
  -- It waits for its hour; null where it does not.
  due_at timestamptz,
  claimed_at timestamptz,
  -- When its words were settled; what is prepared when it is sent is in the inbox from then on.
  shown_at timestamptz,
  -- The place in the borrower's inbox, counted under a lock: whoever reads up to a number has seen all below it.
  number integer,
  read_at timestamptz,
  phone_channel text check (phone_channel in ('WHATSAPP', 'SMS')),
  phone_status text check (phone_status in ('SENT', 'REJECTED', 'UNKNOWN', 'MUTED', 'NO_ADDRESS')),
  phone_at timestamptz,
  mail_status text check (mail_status in ('SENT', 'REJECTED', 'MUTED', 'NO_ADDRESS')),
  mail_at timestamptz,
  -- Nothing is left to do. Without shown_at it was not needed any more.
  ended_at timestamptz,
  check (number is null or (borrower_id is not null and shown_at is not null)),
  check (borrower_id is not null or to_sealed is not null),
  unique (kind, source_id)
);
create unique index notice_inbox_place on notice (borrower_id, number) where number is not null;
create index notice_inbox_topic on notice (borrower_id, topic, number) where number is not null;
create index notice_inbox_unread on notice (borrower_id, number) where number is not null and read_at is null;
create index notice_due on notice (due_at) where due_at is not null;
-- Notices of a loan stay as long as the loan's papers.
create index notice_forget on notice (created_at) where topic <> 'LOAN';

create table notice_inbox (
  borrower_id uuid primary key,
  -- The newest place given out.
  last_number integer not null default 0 check (last_number >= 0),
  muted_topics text[] not null default '{}' check (muted_topics <@ array['REWARD', 'NEWS'])
);
