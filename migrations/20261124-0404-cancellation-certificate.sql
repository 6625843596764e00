-- The certificate as a sealed file: whose brand issues it, in which language, and where it is kept. // Spec account 6
alter table account_closure add column brand_id text;
alter table account_closure add column language text;
alter table account_closure add column certificate_key text;
