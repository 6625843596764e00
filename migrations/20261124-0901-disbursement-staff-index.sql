-- What staff must look at is found without the transfers that have long arrived.
create index bank_transfer_under_way on bank_transfer (ordered_at) where next_inquiry_at is not null and state <> 'SETTLED';
