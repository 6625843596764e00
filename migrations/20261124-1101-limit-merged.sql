-- The limit of an account that was absorbed is nothing, and comes back where that is undone. // Spec account 5
alter table credit_limit_change
  drop constraint credit_limit_change_cause_check,
  add constraint credit_limit_change_cause_check check (cause in ('FIRST_ASSESSMENT', 'SCORE_REFRESHED', 'INFORMATION_ADDED',
    'GOOD_REPAYMENT', 'LATE_REPAYMENT', 'TEMPORARY_GRANTED', 'TEMPORARY_ENDED', 'STAFF_DECISION', 'MERGED', 'MERGE_REVERSED'));
