-- When the last of what rules kept was destroyed, and the second certificate, which says so. // Spec account 6
alter table account_closure add column retention_ended_at timestamptz;
alter table account_closure add column end_certificate_key text;
