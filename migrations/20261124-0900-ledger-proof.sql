-- How far the ledger has been audited: the next audit begins at the newest proven seal instead of the first one.
create table ledger_proof (
  id bigint generated always as identity primary key,
  seal_number bigint not null check (seal_number > 0),
  root bytea not null,
  -- Every transfer was re-added, and not only what came since the proof before.
  is_whole boolean not null,
  proven_at timestamptz not null
);
create trigger ledger_proof_fixed before update or delete on ledger_proof for each row execute function ledger_refuse_change();
create trigger ledger_proof_kept before truncate on ledger_proof for each statement execute function ledger_refuse_change();
