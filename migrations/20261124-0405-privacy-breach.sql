-- A failure to protect personal data: what was open, when, and by when those whose it is are told. // Spec account 11; law 27/2022 art. 46
create table data_breach (
  id uuid primary key,
  found_at timestamptz not null,
  -- 3 × 24 hours after it was found.
  due_at timestamptz not null,
  happened_from timestamptz not null,
  happened_until timestamptz not null,
  data text[] not null,
  told_at timestamptz,
  alarmed_at timestamptz
);
create index data_breach_untold on data_breach (due_at) where told_at is null;
create table data_breach_person (
  borrower_id uuid not null,
  breach_id uuid not null,
  told_at timestamptz,
  primary key (borrower_id, breach_id)
);
create index data_breach_person_untold on data_breach_person (breach_id) where told_at is null;

-- Whose file an object is.
create index account_closure_certificate on account_closure (certificate_key);
