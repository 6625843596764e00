-- What becomes of a failed payout joins the one table of proposals. // docs/decisions/232
insert into proposal (id, kind, subject_id, borrower_id, amount_rupiah, counts_with, payload, reason, reason_sealed, reason_key, state, maker_id, maker_device, made_at, checker_id, ended_at, sealed_in)
select s.id, 'payout.settlement', s.transfer_id::text, s.borrower_id, t.amount_rupiah, 'borrower:' || s.borrower_id, jsonb_build_object('deed', s.deed, 'bankAccountId', s.bank_account_id), s.reason, s.reason_sealed, s.reason_key, case s.state when 'PROPOSED' then 'OPEN' else s.state end, s.maker_id, s.maker_device, s.made_at, s.checker_id, case when s.state <> 'PROPOSED' then coalesce(s.checked_at, s.made_at) end, 'disbursement_settlement'
from disbursement_settlement s left join bank_transfer t on t.borrower_id = s.borrower_id and t.id = s.transfer_id;
drop table disbursement_settlement;

-- The release before reads and writes disbursement_settlement, beside newer processes or after going back: what it cannot read
-- stays out. To be dropped one release after this one.
create view disbursement_settlement as
select borrower_id, id, subject_id::uuid as transfer_id, payload ->> 'deed' as deed, (payload ->> 'bankAccountId')::uuid as bank_account_id, reason, case state when 'OPEN' then 'PROPOSED' else state end as state, maker_id, made_at, checker_id, ended_at as checked_at, maker_device, reason_sealed, reason_key
from proposal
where kind = 'payout.settlement' and state in ('OPEN', 'CONFIRMED', 'REFUSED') and (sealed_in = 'disbursement_settlement' or reason_sealed is null);
create function disbursement_settlement_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- A transfer is settled once.
    if exists (select 1 from proposal where kind = 'payout.settlement' and subject_id = new.transfer_id::text and state = 'CONFIRMED') then
      return null;
    end if;
    insert into proposal (id, kind, subject_id, borrower_id, amount_rupiah, counts_with, payload, reason, reason_sealed, reason_key, state, maker_id, maker_device, made_at, checker_id, ended_at, sealed_in)
    select new.id, 'payout.settlement', new.transfer_id::text, new.borrower_id, t.amount_rupiah, 'borrower:' || new.borrower_id, jsonb_build_object('deed', new.deed, 'bankAccountId', new.bank_account_id), new.reason, new.reason_sealed, new.reason_key, case new.state when 'PROPOSED' then 'OPEN' else new.state end, new.maker_id, new.maker_device, new.made_at, new.checker_id, new.checked_at, 'disbursement_settlement'
    from (select 1) as once left join bank_transfer t on t.borrower_id = new.borrower_id and t.id = new.transfer_id
    on conflict do nothing;
    if not found then return null; end if;
  else
    update proposal set state = case new.state when 'PROPOSED' then 'OPEN' else new.state end, checker_id = new.checker_id, ended_at = new.checked_at, reason = new.reason, reason_sealed = new.reason_sealed, reason_key = new.reason_key
    where id = new.id;
  end if;
  return new;
end $$;
create trigger disbursement_settlement_written instead of insert or update on disbursement_settlement for each row execute function disbursement_settlement_written();
