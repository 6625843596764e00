-- Whose data a legal matter has us keep: neither forgotten nor destroyed at the end of a rule until two people lift it. // Spec account 6, 13
create table legal_hold (
  borrower_id uuid not null,
  id uuid not null,
  authority text not null check (authority in ('COURT', 'POLICE', 'OJK', 'TAX', 'DISPUTE')),
  set_at timestamptz not null,
  lifted_at timestamptz,
  primary key (borrower_id, id)
);
create unique index legal_hold_one on legal_hold (borrower_id) where lifted_at is null;
