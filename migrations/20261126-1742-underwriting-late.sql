-- A promised time that passed is said once, with a new one.
alter table underwriting_case add column late_until timestamptz;
