-- Reasons are typed freely and may name people: new ones are sealed. Entries never change, so older ones keep theirs in `reason`.
alter table audit_entry add column reason_sealed text;
-- Whose key seals it: the borrower's, whom the call names, or the installation's.
alter table audit_entry add column reason_key text check (reason_key in ('BORROWER', 'INSTALLATION'));
alter table audit_entry add constraint audit_entry_reason_sealed check ((reason_sealed is null) = (reason_key is null) and (reason_key <> 'BORROWER' or borrower_id is not null));
alter table audit_entry add constraint audit_entry_reason_once check (reason is null or reason_sealed is null);
