-- The console's list of borrowers: the newest account first, of all, of one state, of one brand.
create index borrower_newest on borrower (registered_at, borrower_id);
create index borrower_status_newest on borrower (status, registered_at, borrower_id);
create index borrower_brand_newest on borrower (brand, registered_at, borrower_id);
