-- What a finding read of the borrower's, as codes: what was not there is not among them. Null: judged before this was recorded.
alter table underwriting_finding add column reads text[];
