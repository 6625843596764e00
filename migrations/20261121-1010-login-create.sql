-- Who may log in. The mobile number stands with the verification; closing an account gives the number free.
create table borrower (
  borrower_id uuid primary key,
  status text not null check (status in ('ACTIVE', 'BLOCKED', 'CLOSED', 'MERGED')),
  status_changed_at timestamptz not null,
  language text not null check (language in ('id', 'en', 'zh')),
  brand text not null,
  password_hash text,
  password_set_at timestamptz,
  invitation_code text,
  registered_at timestamptz not null,
  last_login_at timestamptz not null
);
create index borrower_registered on borrower (registered_at desc, borrower_id);

-- What was agreed to at registration, when and in which language.
create table borrower_agreement (
  borrower_id uuid not null,
  agreement text not null check (agreement in ('TERMS', 'PRIVACY')),
  agreed_at timestamptz not null,
  language text not null,
  primary key (borrower_id, agreement, agreed_at)
);

-- One-time entries from a native app into a web view: the code's SHA-256 only.
create table webview_code (
  code_hash bytea primary key,
  borrower_id uuid not null,
  device_index text,
  path text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index webview_code_created on webview_code (created_at);
