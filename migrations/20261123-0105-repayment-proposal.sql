-- Unmatched money that staff give to a loan joins the one table of proposals. // docs/decisions/232
insert into proposal (id, kind, subject_id, borrower_id, amount_rupiah, counts_with, payload, reason, reason_sealed, reason_key, state, maker_id, maker_device, made_at, checker_id, ended_at, sealed_in)
select a.id, 'payment.assignment', a.receipt_id, a.borrower_id, r.amount_rupiah, 'loan:' || a.loan_id, jsonb_build_object('loanId', a.loan_id), a.reason, a.reason_sealed, a.reason_key, case a.state when 'PROPOSED' then 'OPEN' else a.state end, a.maker_id, a.maker_device, a.made_at, a.checker_id, case when a.state <> 'PROPOSED' then coalesce(a.checked_at, a.made_at) end, 'payment_assignment'
from payment_assignment a left join payment_receipt r on r.id = a.receipt_id;
drop table payment_assignment;

-- The release before reads and writes payment_assignment, beside newer processes or after going back: what it cannot read stays
-- out. To be dropped one release after this one.
create view payment_assignment as
select id, subject_id as receipt_id, borrower_id, (payload ->> 'loanId')::uuid as loan_id, reason, case state when 'OPEN' then 'PROPOSED' else state end as state, maker_id, made_at, checker_id, ended_at as checked_at, maker_device, reason_sealed, reason_key
from proposal
where kind = 'payment.assignment' and state in ('OPEN', 'CONFIRMED', 'REFUSED') and (sealed_in = 'payment_assignment' or reason_sealed is null);
create function payment_assignment_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into proposal (id, kind, subject_id, borrower_id, amount_rupiah, counts_with, payload, reason, reason_sealed, reason_key, state, maker_id, maker_device, made_at, checker_id, ended_at, sealed_in)
    select new.id, 'payment.assignment', new.receipt_id, new.borrower_id, r.amount_rupiah, 'loan:' || new.loan_id, jsonb_build_object('loanId', new.loan_id), new.reason, new.reason_sealed, new.reason_key, case new.state when 'PROPOSED' then 'OPEN' else new.state end, new.maker_id, new.maker_device, new.made_at, new.checker_id, new.checked_at, 'payment_assignment'
    from (select 1) as once left join payment_receipt r on r.id = new.receipt_id
    on conflict do nothing;
    if not found then return null; end if;
  else
    update proposal set state = case new.state when 'PROPOSED' then 'OPEN' else new.state end, checker_id = new.checker_id, ended_at = new.checked_at, reason = new.reason, reason_sealed = new.reason_sealed, reason_key = new.reason_key
    where id = new.id;
  end if;
  return new;
end $$;
create trigger payment_assignment_written instead of insert or update on payment_assignment for each row execute function payment_assignment_written();
