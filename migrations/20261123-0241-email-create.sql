-- A borrower's e-mail address, what is asked of its owner before it counts, and what its owner wants no more of.

-- The address in force, one row a borrower, made at the first request; it is what a borrower's requests lock.
create table email_account (
  borrower_id uuid primary key,
  address_index text,
  address_sealed text,
  -- The request that proved it.
  request_id uuid,
  verified_at timestamptz,
  check ((address_index is null) = (address_sealed is null)),
  check ((address_index is null) = (request_id is null)),
  check ((address_index is null) = (verified_at is null))
);
create index email_account_address on email_account (address_index) where address_index is not null;

-- An address that a borrower named, until its owner has answered. One open a borrower; the former address is in force meanwhile.
create table email_request (
  borrower_id uuid not null,
  id uuid not null,
  state text not null check (state in ('PENDING_VERIFICATION', 'VERIFYING', 'VERIFIED', 'FAILED')),
  cause text check (cause in ('UNDELIVERABLE', 'EXPIRED', 'NOT_MINE', 'REPLACED')),
  address_index text not null,
  address_sealed text not null,
  -- How it was proven; a link is used once.
  proven_by text check (proven_by in ('CODE', 'LINK')),
  created_at timestamptz not null,
  -- 24 hours from when it was asked for, and anew from when the mail server took its newest mail.
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (borrower_id, id),
  check ((state = 'FAILED') = (cause is not null)),
  check (state = 'FAILED' or (state = 'VERIFIED') = (proven_by is not null)),
  check ((state in ('VERIFIED', 'FAILED')) = (ended_at is not null))
);
create unique index email_request_open on email_request (borrower_id) where state in ('PENDING_VERIFICATION', 'VERIFYING');
create index email_request_due on email_request (expires_at) where state in ('PENDING_VERIFICATION', 'VERIFYING');
create index email_request_ended on email_request (ended_at) where ended_at is not null;

-- Mails of a request. The id is the Message-ID and the id of the code's challenge; the words are made when it is sent.
create table email_mail (
  borrower_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  status text not null check (status in ('WAITING', 'SENT', 'REJECTED', 'DROPPED')),
  language text not null,
  brand_id text not null,
  written_at timestamptz not null,
  ended_at timestamptz,
  primary key (borrower_id, id)
);
create unique index email_mail_id on email_mail (id);
create index email_mail_written on email_mail (written_at);

-- Addresses whose owner said that they are not this borrower's; this account may not name them again.
create table email_barred (
  borrower_id uuid not null,
  address_index text not null,
  barred_at timestamptz not null,
  primary key (borrower_id, address_index)
);

-- What the owner of an address does not want: by the address, so that it holds whoever's account it stands in, and after that account.
create table email_unsubscribed (
  address_index text not null,
  category text not null check (category in ('PROMOTION', 'SURVEY')),
  unsubscribed_at timestamptz not null,
  primary key (address_index, category)
);
