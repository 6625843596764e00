-- Reasons of proposals are typed freely and may name people: sealed like those of the audit trail. Older ones are sealed by a sweep.
alter table money_proposal alter column reason drop not null;
alter table money_proposal add column reason_sealed text;
-- Whose key seals it: the borrower's, or the installation's.
alter table money_proposal add column reason_key text check (reason_key in ('BORROWER', 'INSTALLATION'));
alter table money_proposal add constraint money_proposal_reason_once check ((reason is null) <> (reason_sealed is null) and (reason_sealed is null) = (reason_key is null) and (reason_key <> 'BORROWER' or borrower_id is not null));
create index money_proposal_unsealed on money_proposal (id) where reason is not null;

alter table disbursement_settlement alter column reason drop not null;
alter table disbursement_settlement add column reason_sealed text;
alter table disbursement_settlement add column reason_key text check (reason_key in ('BORROWER', 'INSTALLATION'));
alter table disbursement_settlement add constraint disbursement_settlement_reason_once check ((reason is null) <> (reason_sealed is null) and (reason_sealed is null) = (reason_key is null));
create index disbursement_settlement_unsealed on disbursement_settlement (id) where reason is not null;

alter table payment_assignment alter column reason drop not null;
alter table payment_assignment add column reason_sealed text;
alter table payment_assignment add column reason_key text check (reason_key in ('BORROWER', 'INSTALLATION'));
alter table payment_assignment add constraint payment_assignment_reason_once check ((reason is null) <> (reason_sealed is null) and (reason_sealed is null) = (reason_key is null));
create index payment_assignment_unsealed on payment_assignment (id) where reason is not null;
