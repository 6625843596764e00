-- When it is announced next that a loan is overdue: 1, 8, 31, 61 and 91 days after the oldest date with something open.
alter table repayment_account add column next_overdue_on date;
update repayment_account set next_overdue_on = unpaid_since + 1 where unpaid_since is not null;
create index repayment_account_overdue on repayment_account (next_overdue_on) where next_overdue_on is not null;
