-- What names a stored object is found by it.
create index account_merge_statement on account_merge (statement_key) where statement_key is not null;
