-- The rows that a posting locks are always found by their key: a plan that was made while the table was small reads all of it for as
-- long as the connection keeps that plan.
alter function ledger_post(jsonb, jsonb, timestamptz) set enable_seqscan = off;
