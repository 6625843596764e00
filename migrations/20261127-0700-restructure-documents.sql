-- Documents of the account that the borrower showed with the request; a deleted one is no longer shown.
alter table restructure_ask
  add column document_ids uuid[] not null default '{}' check (cardinality(document_ids) <= 6);
