-- Which version of the text was agreed to at registration. Empty where it was agreed before versions were kept.
alter table borrower_agreement add column version integer check (version > 0);
