-- Whose file an object is.
create index account_closure_end_certificate on account_closure (end_certificate_key);
