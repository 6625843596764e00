-- Web push: the browsers that a borrower asked to be reminded on, each for as long as its login. // docs/decisions/236
create table notice_push (
  borrower_id uuid not null,
  id uuid not null,
  -- Keyed hash of the address at the push service: a browser belongs to one account.
  endpoint_index text not null unique,
  -- { endpoint, p256dh, auth }, by the borrower's key.
  subscription_sealed text not null,
  -- The login that asked: with its end the browser is told nothing more.
  session_id uuid not null,
  created_at timestamptz not null,
  -- When it is looked whether the login stands.
  check_at timestamptz not null,
  primary key (borrower_id, id)
);
create index notice_push_check on notice_push (check_at);

alter table notice add column push_status text check (push_status in ('SENT', 'REJECTED', 'UNKNOWN', 'MUTED'));
alter table notice add column push_at timestamptz;

alter table sandbox_message drop constraint sandbox_message_channel_check;
alter table sandbox_message add constraint sandbox_message_channel_check
  check (channel in ('SMS', 'VOICE', 'WHATSAPP', 'MAIL', 'PUSH'));
