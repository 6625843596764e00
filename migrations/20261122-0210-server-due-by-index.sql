-- What sweeps ask for every few minutes is found by what is due, not by reading the whole table (tests/faults/due-by-index.test.ts).
create index credit_limit_temporary_end on credit_limit (temporary_until) where temporary_until is not null;
create index verification_number_sent on verification_number (last_sent_at);
create index verification_device_verified on verification_device (verified_at);

-- Which objects a row names is asked for every object of the store once a day (src/server/stored-objects.ts).
create index identity_photo_object on identity_photo (object_key);
create index document_object on document (object_key);
create index complaint_photo_object on complaint_photo (object_key);
create index agreement_document_shown_object on agreement_document (shown_key);
create index agreement_document_sealed_object on agreement_document (sealed_key);
create index agreement_document_text_object on agreement_document (text_key);

-- A page that waits for a payment asks again and again whether it has come.
create index payment_receipt_reference on payment_receipt (borrower_id, rail, reference, paid_at desc);

-- Nothing asks by these.
drop index agreement_document_sealed_hash;
drop index credit_limit_change_newest;
