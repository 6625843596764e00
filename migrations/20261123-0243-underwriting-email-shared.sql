-- Couples share a mailbox; an address in force in more accounts than this is looked at.
insert into underwriting_rule (rule, valid_from, value, verdict, retry_days, source, certainty) values
  ('EMAIL_SHARED', '2025-01-01', 2, 'REVIEW', 30, 'Own policy', 'P')
on conflict (rule, valid_from) do nothing;
