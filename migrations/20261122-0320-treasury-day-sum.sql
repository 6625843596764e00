-- What amounts are added up with over a day, so that a large one in parts needs the same permission: a lender, a receiver's
-- account (as a blind index), a loan, a borrower. Null in rows from before. // docs/decisions/152
alter table money_proposal add column counts_with text;
create index money_proposal_day on money_proposal (counts_with, made_at) where counts_with is not null and state <> 'REFUSED';
create index payment_assignment_day on payment_assignment (loan_id, made_at) where state <> 'REFUSED';
