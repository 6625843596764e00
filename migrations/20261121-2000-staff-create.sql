-- The people of the console. Names stand in the clear: every audit entry shows them; addresses are sealed.
create table staff_member (
  id uuid primary key,
  name text not null,
  -- Blind index of the address in lower case: one person, one account.
  email_index text not null unique,
  email_sealed text not null,
  roles text[] not null check (cardinality(roles) > 0),
  status text not null check (status in ('INVITED', 'ACTIVE', 'DISABLED')),
  password_hash text,
  totp_sealed text,
  -- The newest 30-second step whose code was used: a code is good once.
  totp_used_step bigint not null default 0,
  -- Seeded outside prod; prod lets none of them in.
  is_sandbox boolean not null default false,
  created_at timestamptz not null,
  created_by uuid,
  last_login_at timestamptz,
  check (status <> 'ACTIVE' or (password_hash is not null and totp_sealed is not null))
);

-- The one-time way to a first login (or back, after a lost phone). The link's token is signed and never stored.
create table staff_invitation (
  id uuid primary key,
  staff_id uuid not null references staff_member (id),
  totp_sealed text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index staff_invitation_open on staff_invitation (staff_id) where used_at is null and revoked_at is null;

-- What staff write down about a borrower; sealed with the borrower's key, so it is forgotten with the borrower.
create table staff_note (
  borrower_id uuid not null,
  id uuid not null,
  staff_id uuid not null,
  staff_name text not null,
  text_sealed text not null,
  created_at timestamptz not null,
  primary key (borrower_id, id)
);

-- The console's header names the person without another look-up.
alter table login_session add column subject_name text not null default '';
