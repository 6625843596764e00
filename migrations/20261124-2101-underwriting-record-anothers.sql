-- A register or a bank that answered by somebody else's name is looked at by a person, at the next application.
insert into underwriting_rule (rule, valid_from, value, verdict, retry_days, source, certainty) values
  ('RECORD_ANOTHERS', '2025-01-01', 0, 'REVIEW', 30, 'Own policy', 'P')
on conflict (rule, valid_from) do nothing;
