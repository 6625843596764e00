-- Working days that more than one domain counts or tells: an answer to a complaint, and its one extension, which agreements name too.
-- A figure changes by adding a row; a day that was told to a person stays as it was told.
create table working_day_rule (
  rule text not null check (rule in ('COMPLAINT_ANSWER', 'COMPLAINT_EXTENSION')),
  valid_from date not null,
  working_days integer not null check (working_days > 0),
  source text not null,
  -- H the text itself or recomputed, M several secondary sources, K common knowledge, P our own policy.
  certainty text not null check (certainty in ('H', 'M', 'K', 'P')),
  primary key (rule, valid_from)
);
insert into working_day_rule (rule, valid_from, working_days, source, certainty)
select case rule when 'ANSWER_WORKING_DAYS' then 'COMPLAINT_ANSWER' else 'COMPLAINT_EXTENSION' end, valid_from, value, source, certainty
from complaint_rule where rule in ('ANSWER_WORKING_DAYS', 'EXTENSION_WORKING_DAYS');
create trigger working_day_rule_fixed before update or delete on working_day_rule for each row execute function business_refuse_change();
-- The release before reads both from complaint_rule, beside newer processes or after going back. These rows are to be deleted one
-- release after this one.
