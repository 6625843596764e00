-- Money that staff move by hand joins the one table of proposals. // docs/decisions/232
insert into proposal (id, kind, subject_id, borrower_id, amount_rupiah, counts_with, payload, secret_sealed, secret_key, reason, reason_sealed, reason_key, state, maker_id, maker_device, made_at, checker_id, ended_at, sealed_in)
select id, 'money.' || lower(deed), subject_id, borrower_id, amount_rupiah, counts_with, facts, payee_sealed, case when payee_sealed is not null then 'INSTALLATION' end, reason, reason_sealed, reason_key, case state when 'PROPOSED' then 'OPEN' else state end, maker_id, maker_device, made_at, checker_id, checked_at, 'money_proposal'
from money_proposal;
drop table money_proposal;

-- The release before reads and writes money_proposal, beside newer processes or after going back: what it cannot read stays out.
-- To be dropped one release after this one.
create view money_proposal as
select id, upper(substr(kind, 7)) as deed, subject_id, borrower_id, amount_rupiah, payload as facts, secret_sealed as payee_sealed, reason, case state when 'OPEN' then 'PROPOSED' else state end as state, maker_id, maker_device, made_at, checker_id, ended_at as checked_at, counts_with, reason_sealed, reason_key
from proposal
where kind in ('money.return_unmatched', 'money.reverse_payment', 'money.late_payout', 'money.returned_payout', 'money.lender_deposit') and state in ('OPEN', 'CONFIRMED', 'REFUSED') and (sealed_in = 'money_proposal' or (reason_sealed is null and secret_sealed is null));
create function money_proposal_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into proposal (id, kind, subject_id, borrower_id, amount_rupiah, counts_with, payload, secret_sealed, secret_key, reason, reason_sealed, reason_key, state, maker_id, maker_device, made_at, checker_id, ended_at, sealed_in)
    values (new.id, 'money.' || lower(new.deed), new.subject_id, new.borrower_id, new.amount_rupiah, new.counts_with, coalesce(new.facts, '{}'), new.payee_sealed, case when new.payee_sealed is not null then 'INSTALLATION' end, new.reason, new.reason_sealed, new.reason_key, case new.state when 'PROPOSED' then 'OPEN' else new.state end, new.maker_id, new.maker_device, new.made_at, new.checker_id, new.checked_at, 'money_proposal')
    on conflict do nothing;
    if not found then return null; end if;
  else
    update proposal set state = case new.state when 'PROPOSED' then 'OPEN' else new.state end, checker_id = new.checker_id, ended_at = new.checked_at, reason = new.reason, reason_sealed = new.reason_sealed, reason_key = new.reason_key
    where id = new.id;
  end if;
  return new;
end $$;
create trigger money_proposal_written instead of insert or update on money_proposal for each row execute function money_proposal_written();
