-- Notices before the end are sent in the order of the ends, a page at a time; many wallets may end at one moment.
create index wallet_ending on wallet (valid_until, borrower_id) where valid_until is not null;
drop index wallet_valid_until;
