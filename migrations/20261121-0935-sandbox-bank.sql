-- The sandbox's bank and payment company. It stands outside the product: no other table knows these, and it uses a
-- connection of its own. Personal values are sealed with the sandbox's key; `…_index` columns are keyed hashes.
create table sandbox_transfer (
  transfer_id uuid primary key,
  amount_rupiah bigint not null check (amount_rupiah > 0),
  sealed bytea not null,
  state text not null check (state in ('PENDING', 'SETTLED', 'FAILED')),
  -- What becomes of it at settle_at; the magic account numbers decide.
  plan text not null check (plan in ('SETTLED', 'FAILED')),
  behaviour jsonb not null,
  settle_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null
);
create index sandbox_transfer_due on sandbox_transfer (settle_at) where state = 'PENDING';

create table sandbox_virtual_account (
  account_number text primary key,
  bank_code text not null,
  sealed bytea not null,
  -- Null: any amount may be paid.
  amount_rupiah bigint check (amount_rupiah > 0),
  expires_at timestamptz not null,
  created_at timestamptz not null
);

create table sandbox_qris (
  reference text primary key,
  qris text not null unique,
  amount_rupiah bigint not null check (amount_rupiah > 0),
  state text not null check (state in ('OPEN', 'PAID', 'FAILED')),
  expires_at timestamptz not null,
  created_at timestamptz not null
);

create table sandbox_ewallet_push (
  reference text primary key,
  sealed bytea not null,
  amount_rupiah bigint not null check (amount_rupiah > 0),
  state text not null check (state in ('PUSHED', 'PAID', 'FAILED')),
  plan text not null check (plan in ('PAID', 'FAILED')),
  failure text,
  answer_at timestamptz not null,
  created_at timestamptz not null
);
create index sandbox_ewallet_push_due on sandbox_ewallet_push (answer_at) where state = 'PUSHED';

create table sandbox_payment (
  payment_id text primary key,
  rail text not null check (rail in ('VIRTUAL_ACCOUNT', 'QRIS', 'EWALLET')),
  reference text not null,
  amount_rupiah bigint not null check (amount_rupiah > 0),
  paid_at timestamptz not null
);
create index sandbox_payment_reference on sandbox_payment (rail, reference);

-- Calls back to us that are due, delivered or given up.
create table sandbox_callback (
  callback_id uuid primary key,
  event_id text not null,
  body text not null,
  -- A forged callback carries a wrong signature: hostile mode only.
  forged boolean not null default false,
  state text not null check (state in ('DUE', 'DELIVERED', 'GIVEN_UP')),
  attempt integer not null default 0 check (attempt >= 0),
  last_status integer,
  due_at timestamptz not null,
  leased_until timestamptz,
  created_at timestamptz not null
);
create index sandbox_callback_due on sandbox_callback (due_at) where state = 'DUE';

-- Shares, in parts per million, of calls that a hostile partner mistreats. One row.
create table sandbox_hostility (
  id smallint primary key default 1 check (id = 1),
  shares jsonb not null
);

-- Everything that the sandbox's senders sent: SMS, VOICE, WHATSAPP and MAIL.
create table sandbox_message (
  message_id uuid primary key,
  channel text not null check (channel in ('SMS', 'VOICE', 'WHATSAPP', 'MAIL')),
  recipient_index bytea not null,
  sealed bytea not null,
  sent_at timestamptz not null
);
create index sandbox_message_recipient on sandbox_message (recipient_index, sent_at desc);
create index sandbox_message_newest on sandbox_message (sent_at desc);

create table sandbox_event (
  event_id text primary key,
  subject text not null,
  country text not null,
  occurred_at timestamptz not null,
  data jsonb not null
);
