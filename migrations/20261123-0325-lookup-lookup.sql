-- Look-ups that a borrower asked for. The credential is not here; what a register stated is sealed with the key of the consent.
create table lookup (
  borrower_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('NPWP', 'BPJS', 'OPERATOR', 'EDUCATION')),
  state text not null check (state in
    ('CONSENTED', 'ASKING', 'CODE_NEEDED', 'FOUND', 'NOT_FOUND', 'REFUSED', 'NOT_YOURS', 'UNAVAILABLE', 'EXPIRED', 'REMOVED')),
  -- Made by the form before it was sent: sent twice, it counts once.
  request_id uuid not null,
  consent_id uuid,
  -- The business day, and which of its look-ups this is: so many a day and no more.
  asked_on date not null,
  slot smallint not null check (slot between 1 and 5),
  asked_at timestamptz not null,
  -- Passwords and codes that the register refused.
  refusals smallint not null default 0 check (refusals >= 0),
  provider_reference text,
  -- While ASKING: when the register is asked for the result, and until when.
  next_ask_at timestamptz,
  ask_until timestamptz,
  -- While CODE_NEEDED.
  code_until timestamptz,
  facts_sealed text,
  found_at timestamptz,
  -- While FOUND: until then what was found counts.
  ends_at timestamptz,
  -- When its last state began.
  changed_at timestamptz not null,
  primary key (borrower_id, id),
  check ((facts_sealed is not null) = (state = 'FOUND')),
  check (state = 'CONSENTED' or consent_id is not null),
  check (state <> 'ASKING' or (next_ask_at is not null and ask_until is not null)),
  check (state <> 'CODE_NEEDED' or (code_until is not null and provider_reference is not null)),
  check (state <> 'FOUND' or ends_at is not null)
);
create unique index lookup_request on lookup (borrower_id, request_id);
create unique index lookup_one_of_kind on lookup (borrower_id, kind)
  where state in ('CONSENTED', 'ASKING', 'CODE_NEEDED', 'FOUND');
create unique index lookup_slot on lookup (borrower_id, asked_on, slot);
create index lookup_to_ask on lookup (next_ask_at) where state = 'ASKING';
create index lookup_codes on lookup (code_until) where state = 'CODE_NEEDED';
create index lookup_ends on lookup (ends_at) where state = 'FOUND';
create index lookup_over on lookup (changed_at)
  where state in ('NOT_FOUND', 'REFUSED', 'NOT_YOURS', 'UNAVAILABLE', 'EXPIRED', 'REMOVED');
