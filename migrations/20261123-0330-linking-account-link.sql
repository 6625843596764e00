-- Links to accounts elsewhere. User id, password and code are not here; what was read once is sealed with the key of the consent.
create table account_link (
  borrower_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('BANK', 'ECOM', 'OPEN_FINANCE')),
  state text not null check (state in ('CONSENTED', 'CONNECTING', 'CODE_NEEDED', 'REDIRECTED', 'LINKED', 'FAILED', 'ENDED')),
  -- Why it FAILED, as a code.
  failure text,
  institution text,
  consent_id uuid not null,
  -- When the partner's own agreement was agreed to.
  agreed_at timestamptz,
  asked_on date not null,
  slot smallint not null check (slot between 1 and 5),
  begun_at timestamptz not null,
  refusals smallint not null default 0 check (refusals >= 0),
  provider_reference text,
  -- While CONNECTING: when the partner is asked for the result, and until when.
  next_ask_at timestamptz,
  ask_until timestamptz,
  -- Until when a step may be taken: the first one, the code, the way back from the partner's page.
  step_until timestamptz,
  -- The way back: a keyed hash of its one-time token, and of the session that began it.
  return_index text,
  session_index text,
  -- Where the partner's page stands, while REDIRECTED.
  partner_url_sealed text,
  facts_sealed text,
  linked_at timestamptz,
  ends_at timestamptz not null,
  -- When the partner's access is revoked, and since when it is.
  revoke_at timestamptz,
  revoked_at timestamptz,
  changed_at timestamptz not null,
  primary key (borrower_id, id),
  check ((facts_sealed is not null) = (state = 'LINKED')),
  check ((failure is not null) = (state = 'FAILED')),
  check (state <> 'CONNECTING' or (next_ask_at is not null and ask_until is not null)),
  check (state not in ('CONSENTED', 'CODE_NEEDED', 'REDIRECTED') or step_until is not null),
  check (state <> 'REDIRECTED' or (return_index is not null and session_index is not null))
);
create unique index account_link_one_of_kind on account_link (borrower_id, kind)
  where state in ('CONSENTED', 'CONNECTING', 'CODE_NEEDED', 'REDIRECTED', 'LINKED');
create unique index account_link_slot on account_link (borrower_id, asked_on, slot);
create unique index account_link_return on account_link (return_index) where return_index is not null;
create index account_link_to_ask on account_link (next_ask_at) where state = 'CONNECTING';
create index account_link_steps on account_link (step_until) where state in ('CONSENTED', 'CODE_NEEDED', 'REDIRECTED');
create index account_link_ends on account_link (ends_at) where state = 'LINKED';
create index account_link_to_revoke on account_link (revoke_at) where revoked_at is null and revoke_at is not null;
create index account_link_over on account_link (changed_at) where state in ('FAILED', 'ENDED');
