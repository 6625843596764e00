-- Transfers that wait for staff in the order in which their list is read, those that failed and those without an end in one index.
create index bank_transfer_for_staff on bank_transfer (ordered_at, id) where needs_staff or (next_inquiry_at is not null and state <> 'SETTLED');
drop index bank_transfer_under_way;
