-- What a look-up or a link states of the income: one that stays below this share (ppm) of what was typed is looked at next time, and
-- so many sources that confirm it let a case pass whose only open questions are about the score.
insert into underwriting_rule (rule, valid_from, value, verdict, retry_days, source, certainty) values
  ('INCOME_DISAGREES', '2025-01-01', 800000, 'REVIEW', 30, 'Own policy', 'P'),
  ('CONFIRMED_SOURCES', '2025-01-01', 2, 'REVIEW', 30, 'Own policy', 'P')
on conflict (rule, valid_from) do nothing;
