-- Whatever names an object is found by its key, and whatever is of a borrower by the borrower: copies and forgetting ask each table.
create index retention_item_object on retention_item (object_key) where object_key is not null;
create index data_export_object on data_export (object_key) where object_key is not null;
create index verification_challenge_borrower on verification_challenge (borrower_id) where borrower_id is not null;
create index verified_number_owner_borrower on verified_number_owner (borrower_id);
create index login_session_subject_of on login_session (subject_id) where audience = 'borrower';
create index webview_code_borrower on webview_code (borrower_id);
create index proposal_borrower on proposal (borrower_id) where borrower_id is not null;
create index notice_borrower on notice (borrower_id) where borrower_id is not null;
