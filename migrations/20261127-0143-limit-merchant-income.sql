-- Sales of a linked shop may raise a limit; a freeze and its end stand in the history, too (credit and support 1, 4).
alter table credit_limit_change
  drop constraint credit_limit_change_cause_check,
  add constraint credit_limit_change_cause_check check (cause in ('FIRST_ASSESSMENT', 'SCORE_REFRESHED', 'INFORMATION_ADDED',
    'MERCHANT_INCOME', 'GOOD_REPAYMENT', 'LATE_REPAYMENT', 'TEMPORARY_GRANTED', 'TEMPORARY_ENDED', 'STAFF_DECISION', 'MERGED',
    'MERGE_REVERSED', 'FROZEN', 'UNFROZEN'));
