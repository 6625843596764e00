-- Who works on a case, so that two people do not read the same one: a claim that ends by itself.
alter table underwriting_case
  add column claimed_by text,
  add column claimed_until timestamptz,
  add check ((claimed_by is null) = (claimed_until is null));
-- What one person works on.
create index underwriting_case_claim on underwriting_case (claimed_by, state, id) where claimed_by is not null;
