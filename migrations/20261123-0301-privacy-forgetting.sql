-- Forgetting a borrower: what a rule keeps is sealed anew under a key of its own, the borrower's key is destroyed, rows go.
-- // docs/decisions/246

-- Rows that nobody may change may be deleted once their borrower's key is destroyed, and not before: `borrower_key` is the
-- tombstone. The trail of staff and the ledger stay.
create function is_forgotten(owner uuid) returns boolean language sql stable as $$
  select exists (select 1 from borrower_key where borrower_id = owner and shredded_at is not null)
$$;

create or replace function refuse_loan_event_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_forgotten(old.borrower_id) then return old; end if;
  raise exception 'loan_event is append-only';
end $$;
create or replace function refuse_underwriting_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_forgotten(old.borrower_id) then return old; end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create or replace function refuse_repayment_event_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_forgotten(old.borrower_id) then return old; end if;
  raise exception 'repayment_event is append-only';
end $$;
create or replace function refuse_agreement_signing_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_forgotten(old.borrower_id) then return old; end if;
  raise exception 'agreement_signing is append-only';
end $$;

-- For how long what is kept after a borrower was forgotten, by the rules of a day.
create table retention_rule (
  rule text not null,
  valid_from date not null,
  years integer not null check (years > 0),
  source text not null,
  certainty text not null check (certainty in ('H', 'M', 'K')),
  primary key (rule, valid_from)
);
insert into retention_rule (rule, valid_from, years, source, certainty) values
  ('IDENTITY_EVIDENCE', '2026-01-01', 5, 'POJK 8/2023: documents of the customer, after the relation ended', 'K'),
  ('CONTRACT', '2026-01-01', 10, 'Law 8/1997: documents of the company', 'K'),
  ('BOOKS', '2026-01-01', 10, 'Law 8/1997: books and the papers under them', 'K'),
  ('STAFF_REASON', '2026-01-01', 5, 'POJK 8/2023: reasons of what people decided about a customer', 'K'),
  ('CONSENT_PROOF', '2026-01-01', 5, 'Law 27/2022 art. 24: who processes proves the consent', 'K');

-- What a rule keeps: value or object under the row's own key (`borrower_key` by its id), unreadable from `until` on.
create table retention_item (
  borrower_id uuid not null,
  id uuid not null,
  kind text not null,
  rule text not null,
  -- The row that it is a copy of.
  source text not null,
  value_sealed text,
  object_key text,
  -- A blind index under which it is found.
  mark text,
  kept_at timestamptz not null,
  until timestamptz not null,
  primary key (borrower_id, id)
);
create unique index retention_item_source on retention_item (borrower_id, kind, source);
create index retention_item_until on retention_item (until);
create index retention_item_mark on retention_item (mark) where mark is not null;

-- How far the forgetting of a borrower is. The row stays as its account: counts and instants, nothing personal.
create table erasure (
  borrower_id uuid primary key,
  began_at timestamptz not null,
  retained_at timestamptz,
  -- The key is destroyed; how many sealed values and stored objects became unreadable, and how many are kept under a rule.
  shredded_at timestamptz,
  unreadable_values integer,
  kept_items integer,
  erased_at timestamptz,
  deleted_rows integer not null default 0
);
create index erasure_open on erasure (began_at) where erased_at is null;
