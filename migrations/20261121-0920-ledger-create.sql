-- The ledger: double entry, append-only, one engine for rupiah, points, coupons and draw tickets.
-- A transfer is one row with a debit and a credit side, so a posting that does not balance cannot be written.

create table ledger_account (
  id text primary key check (id ~ '^[A-Z_]+(/[A-Za-z0-9:._-]{1,120})?$'),
  kind text not null,
  asset text not null check (asset in ('RUPIAH', 'POINTS', 'COUPON', 'TICKET')),
  owner_id text,
  -- Its balance is kept in ledger_balance and can never go below zero.
  limited boolean not null,
  opened_at timestamptz not null
);
create index ledger_account_owner on ledger_account (owner_id) where owner_id is not null;

-- Only for accounts with a limit; every other balance is derived from the transfers.
create table ledger_balance (
  account_id text primary key references ledger_account (id),
  posted bigint not null default 0,
  held bigint not null default 0 check (held >= 0),
  check (posted - held >= 0)
);

create table ledger_transfer (
  -- Derived from the business object, so a second try is a conflict and never a second transfer.
  id text primary key check (id ~ '^[A-Za-z0-9:._/-]{1,200}$'),
  position bigint generated always as identity unique,
  -- PLAIN moves at once. PENDING holds; POSTED or VOIDED ends the hold that pending_id names, once.
  phase text not null check (phase in ('PLAIN', 'PENDING', 'POSTED', 'VOIDED')),
  pending_id text check ((pending_id is not null) = (phase in ('POSTED', 'VOIDED'))),
  asset text not null check (asset in ('RUPIAH', 'POINTS', 'COUPON', 'TICKET')),
  debit_account_id text not null references ledger_account (id),
  credit_account_id text not null references ledger_account (id),
  amount bigint not null check (amount > 0 and amount <= 9007199254740991),
  kind text not null,
  -- The business object that it belongs to: a loan, a withdrawal, a campaign.
  reference text not null,
  -- The business day from which it counts, in Asia/Jakarta.
  value_date date not null,
  posted_at timestamptz not null,
  check (debit_account_id <> credit_account_id)
);
create unique index ledger_transfer_pending on ledger_transfer (pending_id) where pending_id is not null;
create index ledger_transfer_debit on ledger_transfer (debit_account_id, position);
create index ledger_transfer_credit on ledger_transfer (credit_account_id, position);
create index ledger_transfer_hold on ledger_transfer (position) where phase = 'PENDING';
create index ledger_transfer_reference on ledger_transfer (reference, position);

-- A broken invariant stops money writes until someone lifts the stop with a reason.
create table ledger_stop (
  id bigint generated always as identity primary key,
  findings jsonb not null,
  stopped_at timestamptz not null,
  lifted_at timestamptz,
  lifted_by text,
  lift_reason text,
  check ((lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (lift_reason is null))
);
create index ledger_stop_open on ledger_stop (id) where lifted_at is null;

-- The auditor's own memory: transfers sealed in batches, each hash bound to the one before.
create table ledger_seal (
  number bigint primary key check (number > 0),
  entries integer not null check (entries > 0),
  last_position bigint not null,
  previous_hash bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null
);
create table ledger_seal_entry (
  seal_number bigint not null,
  position bigint not null,
  transfer_id text not null unique,
  transfer_hash bytea not null,
  primary key (seal_number, position)
);
-- Running totals of every account over the sealed transfers, kept by the auditor and by nobody else.
create table ledger_checkpoint (
  account_id text primary key,
  debits bigint not null,
  credits bigint not null,
  held bigint not null,
  compared boolean not null
);
create index ledger_checkpoint_open on ledger_checkpoint (account_id) where not compared;

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: correct it with a new transfer', tg_table_name using errcode = 'TL009';
end $$;

create trigger ledger_account_fixed before update or delete on ledger_account for each row execute function ledger_refuse_change();
create trigger ledger_account_kept before truncate on ledger_account for each statement execute function ledger_refuse_change();
create trigger ledger_transfer_fixed before update or delete on ledger_transfer for each row execute function ledger_refuse_change();
create trigger ledger_transfer_kept before truncate on ledger_transfer for each statement execute function ledger_refuse_change();
create trigger ledger_seal_fixed before update or delete on ledger_seal for each row execute function ledger_refuse_change();
create trigger ledger_seal_kept before truncate on ledger_seal for each statement execute function ledger_refuse_change();
create trigger ledger_seal_entry_fixed before update or delete on ledger_seal_entry for each row execute function ledger_refuse_change();
create trigger ledger_seal_entry_kept before truncate on ledger_seal_entry for each statement execute function ledger_refuse_change();

-- Writes one transfer and moves the limited balances of its sides. Refusals are raised as TL001 and caught by ledger_post.
create function ledger_post_one(entry jsonb, at_time timestamptz) returns jsonb language plpgsql as $$
declare
  wanted ledger_transfer;
  made ledger_transfer;
  known ledger_transfer;
begin
  wanted.id := entry ->> 'id';
  wanted.phase := entry ->> 'phase';
  wanted.value_date := (entry ->> 'valueDate')::date;
  if wanted.phase in ('POSTED', 'VOIDED') then
    select * into known from ledger_transfer where id = entry ->> 'pendingId' and phase = 'PENDING';
    if not found then
      raise exception 'HOLD_UNKNOWN' using errcode = 'TL001', detail = entry ->> 'pendingId';
    end if;
    wanted.pending_id := known.id;
    wanted.asset := known.asset;
    wanted.debit_account_id := known.debit_account_id;
    wanted.credit_account_id := known.credit_account_id;
    wanted.amount := known.amount;
    wanted.kind := known.kind;
    wanted.reference := known.reference;
  else
    wanted.asset := entry ->> 'asset';
    wanted.debit_account_id := entry ->> 'debit';
    wanted.credit_account_id := entry ->> 'credit';
    wanted.amount := (entry ->> 'amount')::bigint;
    wanted.kind := entry ->> 'kind';
    wanted.reference := entry ->> 'reference';
    if exists (
      select 1 from ledger_account where id in (wanted.debit_account_id, wanted.credit_account_id) and asset <> wanted.asset
    ) then
      raise exception 'ASSET_MISMATCH' using errcode = 'TL001', detail = wanted.id;
    end if;
  end if;

  insert into ledger_transfer (id, phase, pending_id, asset, debit_account_id, credit_account_id, amount, kind, reference, value_date, posted_at)
  values (wanted.id, wanted.phase, wanted.pending_id, wanted.asset, wanted.debit_account_id, wanted.credit_account_id,
          wanted.amount, wanted.kind, wanted.reference, wanted.value_date, at_time)
  on conflict do nothing
  returning * into made;

  if made.id is null then
    -- Someone was first: with the same transfer, then this is his answer again; or with another one.
    select * into known from ledger_transfer where id = wanted.id;
    if not found then
      raise exception 'HOLD_CLOSED' using errcode = 'TL001', detail = wanted.pending_id;
    end if;
    if (known.phase, coalesce(known.pending_id, ''), known.asset, known.debit_account_id, known.credit_account_id, known.amount, known.kind, known.reference)
      <> (wanted.phase, coalesce(wanted.pending_id, ''), wanted.asset, wanted.debit_account_id, wanted.credit_account_id, wanted.amount, wanted.kind, wanted.reference) then
      raise exception 'ID_REUSED' using errcode = 'TL001', detail = wanted.id;
    end if;
    return to_jsonb(known) || '{"replayed": true}';
  end if;

  if made.phase in ('PLAIN', 'PENDING') then
    update ledger_balance
      set posted = posted - case made.phase when 'PLAIN' then made.amount else 0 end,
          held = held + case made.phase when 'PENDING' then made.amount else 0 end
      where account_id = made.debit_account_id and posted - held >= made.amount;
    if not found and exists (select 1 from ledger_balance where account_id = made.debit_account_id) then
      raise exception 'INSUFFICIENT' using errcode = 'TL001', detail = made.debit_account_id;
    end if;
  else
    update ledger_balance
      set posted = posted - case made.phase when 'POSTED' then made.amount else 0 end, held = held - made.amount
      where account_id = made.debit_account_id;
  end if;
  if made.phase in ('PLAIN', 'POSTED') then
    update ledger_balance set posted = posted + made.amount where account_id = made.credit_account_id;
  end if;
  return to_jsonb(made) || '{"replayed": false}';
end $$;

-- One posting: all of its transfers or none. Locks the limited accounts in the order of their ids, so that two postings
-- never wait for each other, and answers {"transfers": [...]} or {"refused": code, "about": id} with nothing written.
create function ledger_post(accounts jsonb, entries jsonb, at_time timestamptz) returns jsonb language plpgsql as $$
declare
  entry jsonb;
  written jsonb := '[]';
  refusal text;
  refused_about text;
begin
  if exists (select 1 from ledger_stop where lifted_at is null) then
    return jsonb_build_object('refused', 'LEDGER_STOPPED', 'about', '');
  end if;

  insert into ledger_account (id, kind, asset, owner_id, limited, opened_at)
    select a.id, a.kind, a.asset, a.owner_id, a.limited, at_time
    from jsonb_to_recordset(accounts) as a (id text, kind text, asset text, owner_id text, limited boolean)
    where not exists (select 1 from ledger_account known where known.id = a.id)
    order by a.id
    on conflict (id) do nothing;
  insert into ledger_balance (account_id)
    select a.id from jsonb_to_recordset(accounts) as a (id text, limited boolean)
    where a.limited and not exists (select 1 from ledger_balance known where known.account_id = a.id)
    order by a.id
    on conflict (account_id) do nothing;

  perform 1 from ledger_balance
    where account_id in (
      select a.id from jsonb_to_recordset(accounts) as a (id text)
      union
      select side.account_id
        from jsonb_to_recordset(entries) as e ("pendingId" text)
        join ledger_transfer held on held.id = e."pendingId"
        cross join lateral (values (held.debit_account_id), (held.credit_account_id)) as side (account_id)
    )
    order by account_id for update;

  -- The inner block is a savepoint: a refusal undoes what was written here and leaves the caller's transaction alive.
  begin
    for entry in select e.value from jsonb_array_elements(entries) with ordinality as e (value, number) order by e.number loop
      written := written || jsonb_build_array(ledger_post_one(entry, at_time));
    end loop;
  exception when sqlstate 'TL001' then
    get stacked diagnostics refusal = message_text, refused_about = pg_exception_detail;
    return jsonb_build_object('refused', refusal, 'about', refused_about);
  end;
  return jsonb_build_object('transfers', written);
end $$;
