-- How applications are judged: rules as data with dates, the findings of each decision, and cases that people decide.

-- A figure changes by adding a row, so an old decision is still explained by the row of its own day.
create table underwriting_rule (
  rule text not null,
  valid_from date not null,
  value bigint not null,
  verdict text not null check (verdict in ('REJECT', 'REVIEW')),
  -- Days after which a refused borrower may try again; null where the rule itself knows the day (age).
  retry_days integer check (retry_days >= 0),
  source text not null,
  -- H the text itself or recomputed, M several secondary sources, K common knowledge, P our own policy.
  certainty text not null check (certainty in ('H', 'M', 'K', 'P')),
  primary key (rule, valid_from)
);
insert into underwriting_rule (rule, valid_from, value, verdict, retry_days, source, certainty) values
  ('AGE_FLOOR_YEARS', '2025-01-01', 18, 'REJECT', null, 'POJK 40/2024, SEOJK 19/SEOJK.06/2025', 'H'),
  ('INCOME_FLOOR_RUPIAH', '2025-01-01', 3000000, 'REJECT', 30, 'POJK 40/2024, SEOJK 19/SEOJK.06/2025', 'H'),
  ('OPERATORS_CAP', '2025-01-01', 3, 'REJECT', 30, 'POJK 40/2024, SEOJK 19/SEOJK.06/2025', 'M'),
  ('BURDEN_CAP_PPM', '2026-01-01', 300000, 'REJECT', 30, 'POJK 40/2024, SEOJK 19/SEOJK.06/2025', 'M'),
  ('SCORE_FLOOR_REJECT', '2025-01-01', 450, 'REJECT', 90, 'Own policy', 'P'),
  ('SCORE_FLOOR_REVIEW', '2025-01-01', 600, 'REVIEW', 90, 'Own policy', 'P'),
  ('SCORE_UNKNOWN', '2025-01-01', 0, 'REVIEW', 90, 'Own policy', 'P'),
  ('BUREAU_SILENT', '2025-01-01', 0, 'REVIEW', 1, 'Own policy', 'P'),
  ('FRAUD_LIST', '2025-01-01', 0, 'REJECT', 180, 'Own policy', 'P'),
  ('SANCTION_LIST', '2025-01-01', 0, 'REJECT', 365, 'Anti-money-laundering lists (POJK 8/2023)', 'K'),
  ('ARREARS_DAYS', '2025-01-01', 30, 'REVIEW', 60, 'Own policy', 'P'),
  ('OWED_UNDERSTATED_RUPIAH', '2025-01-01', 2000000, 'REVIEW', 30, 'Own policy', 'P'),
  ('NIK_BIRTH_MISMATCH', '2025-01-01', 0, 'REVIEW', 30, 'Field rules: a mismatch is a review flag, never a rejection', 'H'),
  ('NIK_DUPLICATE_OPEN', '2025-01-01', 0, 'REJECT', 30, 'Own policy', 'P'),
  ('NIK_DUPLICATE', '2025-01-01', 0, 'REVIEW', 30, 'Own policy', 'P'),
  ('PHONE_DUPLICATE', '2025-01-01', 0, 'REVIEW', 30, 'Own policy', 'P'),
  ('ACCOUNT_DUPLICATE', '2025-01-01', 0, 'REVIEW', 30, 'Own policy', 'P'),
  -- Families and repair shops share phones; more applicants than this on one device within 30 days are looked at.
  ('DEVICE_SHARED', '2025-01-01', 5, 'REVIEW', 30, 'Own policy', 'P');

-- One case an application.
create table underwriting_case (
  borrower_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  loan_number text not null,
  purpose text not null,
  amount_rupiah bigint not null check (amount_rupiah > 0),
  tenor_days integer not null,
  -- OPEN: the rules have not run. WAITING and PROPOSED: a person decides, another one checks.
  state text not null check (state in ('OPEN', 'WAITING', 'PROPOSED', 'CLOSED')),
  outcome text check (outcome in ('APPROVED', 'REJECTED', 'WITHDRAWN')),
  reasons text[] not null default '{}',
  try_again_on date,
  -- The largest amount that the income would carry, where only this loan is too much for it.
  affordable_rupiah bigint,
  review_rules text[] not null default '{}',
  -- The bureau's report, sealed with the borrower's key.
  bureau_report text,
  proposal text check (proposal in ('APPROVE', 'REJECT')),
  proposal_reason text,
  proposed_by text,
  -- Browser of the maker, hashed: a checker may not use the same one.
  proposed_device text,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  primary key (borrower_id, id),
  check ((state = 'CLOSED') = (outcome is not null)),
  check ((state = 'PROPOSED') <= (proposal is not null and proposed_by is not null))
);
create unique index underwriting_case_id on underwriting_case (id);
create unique index underwriting_case_loan on underwriting_case (loan_id);
create index underwriting_case_queue on underwriting_case (state, id);

-- What each rule saw and said, at the moment of the automatic decision; never changed.
create table underwriting_finding (
  borrower_id uuid not null,
  case_id uuid not null,
  rule text not null,
  outcome text not null check (outcome in ('PASS', 'REVIEW', 'REJECT', 'SKIPPED')),
  input jsonb not null,
  threshold bigint,
  judged_at timestamptz not null,
  primary key (borrower_id, case_id, rule)
);
-- Who decided what, in order; never changed. Notes are sealed with the borrower's key.
create table underwriting_step (
  borrower_id uuid not null,
  case_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('DECIDED', 'PROPOSED', 'RETURNED', 'CONFIRMED', 'WITHDRAWN')),
  actor text not null,
  proposal text check (proposal in ('APPROVE', 'REJECT')),
  reason text,
  note text,
  happened_at timestamptz not null,
  primary key (borrower_id, case_id, id)
);
create function refuse_underwriting_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger underwriting_finding_append_only before update or delete on underwriting_finding for each row execute function refuse_underwriting_change();
create trigger underwriting_step_append_only before update or delete on underwriting_step for each row execute function refuse_underwriting_change();

-- Numbers and devices that applications came from, as blind indexes: the same mark on two borrowers is a duplicate.
create table underwriting_mark (
  borrower_id uuid not null,
  kind text not null check (kind in ('PHONE', 'DEVICE')),
  mark text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (borrower_id, kind, mark)
);
create index underwriting_mark_same on underwriting_mark (kind, mark, last_seen_at);
