-- The own score at an application: below the first figure it is refused, below the second a person looks.
insert into underwriting_rule (rule, valid_from, value, verdict, retry_days, source, certainty) values
  ('OWN_SCORE_REJECT', '2025-01-01', 400, 'REJECT', 90, 'Own policy', 'P'),
  ('OWN_SCORE_REVIEW', '2025-01-01', 520, 'REVIEW', 90, 'Own policy', 'P')
on conflict (rule, valid_from) do nothing;
