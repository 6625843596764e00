-- Formats of bank statements as data: the kind says which reader takes the file, the layout is for that reader.
create table accounting_format (
  key text primary key check (key ~ '^[A-Z][A-Z0-9_]{1,39}$'),
  name text not null,
  kind text not null check (kind in ('CSV')),
  layout jsonb not null,
  added_on date not null
);
insert into accounting_format (key, name, kind, layout, added_on) values
  ('STANDARD_CSV', 'CSV: date, reference, amount', 'CSV',
   '{"delimiter": ",", "date": "date", "dateOrder": "YMD", "reference": "reference", "amount": "amount", "decimal": "."}', '2026-11-27'),
  ('DEBIT_CREDIT_CSV', 'CSV: Tanggal; Referensi; Debit; Kredit', 'CSV',
   '{"delimiter": ";", "date": "Tanggal", "dateOrder": "DMY", "reference": "Referensi", "debit": "Debit", "credit": "Kredit", "decimal": ","}', '2026-11-28');

-- Statement files that were read. The file itself is not kept: its lines are.
create table accounting_statement (
  id uuid primary key,
  -- An account of the ledger that is a bank account.
  account text not null check (account in ('ESCROW', 'OPERATING_CASH')),
  format text not null,
  file_hash bytea not null,
  lines integer not null check (lines > 0),
  -- Lines that an earlier file brought.
  known integer not null check (known between 0 and lines),
  from_on date not null,
  to_on date not null check (to_on >= from_on),
  uploaded_by text not null,
  uploaded_at timestamptz not null
);
create index accounting_statement_list on accounting_statement (uploaded_at, id);

-- One line of a bank's statement, or one transfer of ours that no line matches: each a piece of work until it is matched or settled.
create table accounting_line (
  id uuid primary key,
  account text not null check (account in ('ESCROW', 'OPERATING_CASH')),
  -- THEIRS: of a statement. OURS: of the ledger alone.
  side text not null check (side in ('THEIRS', 'OURS')),
  booked_on date not null,
  -- Into the account above zero, out of it below. Rupiah.
  amount bigint not null check (amount <> 0),
  reference text not null,
  -- The transfer of the ledger: of a line of ours, and of one that is matched.
  transfer_id text,
  statement_id uuid,
  -- How many equal lines of its day come before it, so that a file read twice adds nothing.
  nth integer not null default 0,
  state text not null check (state in ('MATCHED', 'OPEN', 'IN_WORK', 'SETTLED')),
  matched_by text check (matched_by in ('REFERENCE', 'AMOUNT')),
  -- Who took or settled it last, and the note, which may name people.
  staff_id text,
  note_sealed text,
  changed_at timestamptz not null,
  check ((side = 'THEIRS') = (statement_id is not null)),
  check (side = 'THEIRS' or transfer_id is not null),
  check ((state = 'MATCHED') = (matched_by is not null)),
  check (state <> 'MATCHED' or transfer_id is not null)
);
create unique index accounting_line_once on accounting_line (account, booked_on, reference, amount, nth) where side = 'THEIRS';
create unique index accounting_line_transfer on accounting_line (account, transfer_id, side) where transfer_id is not null;
create index accounting_line_state on accounting_line (state, booked_on, id);
create index accounting_line_day on accounting_line (account, booked_on, id);
create index accounting_line_statement on accounting_line (statement_id, id) where statement_id is not null;

-- A bank names a payout by our id or by its own.
create index bank_transfer_provider on bank_transfer (provider_reference) where provider_reference is not null;
