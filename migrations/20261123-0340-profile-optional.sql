-- What a borrower tells of the household, at choice and by a consent, whose key seals it as one whole. Whoever skips it is asked
-- again later.
create table optional_information (
  borrower_id uuid primary key,
  answers_sealed text,
  consent_id uuid,
  given_at timestamptz,
  -- "Not now", or taken back.
  skipped_at timestamptz,
  check ((answers_sealed is null) = (given_at is null)),
  check ((answers_sealed is null) = (consent_id is null)),
  check (given_at is not null or skipped_at is not null)
);

-- Figures that the screens of the profile may state, by the rules of a day. One that nobody verified is never stated.
create table profile_rule (
  rule text not null check (rule in ('optional_information_uplift')),
  valid_from date not null,
  -- The last day on which it holds; none where a newer row ends it.
  valid_to date,
  value integer not null check (value > 0),
  source text not null,
  verified boolean not null,
  primary key (rule, valid_from),
  check (valid_to is null or valid_to >= valid_from)
);
-- Percent by which applications with optional information are accepted more often: claimed, and measured by nobody so far.
insert into profile_rule (rule, valid_from, value, source, verified) values
  ('optional_information_uplift', '2026-01-01', 20, 'The product''s specification; no measurement of our own', false);
