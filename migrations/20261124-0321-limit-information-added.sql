-- A limit may rise by what a look-up or a link stated, once the borrower takes it over.
alter table credit_limit_change
  drop constraint credit_limit_change_cause_check,
  add constraint credit_limit_change_cause_check check (cause in ('FIRST_ASSESSMENT', 'SCORE_REFRESHED', 'INFORMATION_ADDED',
    'GOOD_REPAYMENT', 'LATE_REPAYMENT', 'TEMPORARY_GRANTED', 'TEMPORARY_ENDED', 'STAFF_DECISION'));
