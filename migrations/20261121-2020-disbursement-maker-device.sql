-- The maker's browser as a blind index: a checker may not use it.
alter table disbursement_settlement add column maker_device text;
