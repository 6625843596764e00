-- What staff did and saw. An entry is written before the call runs, its outcome after: an entry without an outcome says
-- that the process ended in between. Both tables only grow.
create table audit_entry (
  id uuid primary key,
  at timestamptz not null,
  -- Null only where somebody tried to log in whom we do not know.
  staff_id uuid,
  staff_name text not null,
  roles text[] not null,
  session_id uuid,
  -- A call (`POST /api/staff/borrowers/{borrowerId}/unmask`) or an event of an account (`LOGIN`).
  action text not null,
  permission text,
  -- Why, in the person's own words, where the call asks for it.
  reason text,
  borrower_id uuid,
  -- Ids and choices of the input; never a personal value.
  subject jsonb not null,
  address text not null,
  trace_id text not null
);
create index audit_entry_newest on audit_entry (at desc, id desc);
create index audit_entry_staff on audit_entry (staff_id, at desc);
create index audit_entry_borrower on audit_entry (borrower_id, at desc) where borrower_id is not null;

create table audit_outcome (
  entry_id uuid primary key,
  at timestamptz not null,
  outcome text not null check (outcome in ('DONE', 'REFUSED')),
  -- The problem's code of a refusal.
  code text,
  borrower_id uuid,
  facts jsonb not null,
  check ((outcome = 'REFUSED') = (code is not null))
);
create index audit_outcome_borrower on audit_outcome (borrower_id, at desc) where borrower_id is not null;

create function audit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'TL009';
end $$;

create trigger audit_entry_fixed before update or delete on audit_entry for each row execute function audit_refuse_change();
create trigger audit_entry_kept before truncate on audit_entry for each statement execute function audit_refuse_change();
create trigger audit_outcome_fixed before update or delete on audit_outcome for each row execute function audit_refuse_change();
create trigger audit_outcome_kept before truncate on audit_outcome for each statement execute function audit_refuse_change();
