-- Answers may say what a person typed: they are sealed from now on. Those of before stay as they are until they are forgotten, after 30 days.
alter table idempotency_key
  add column id uuid,
  add column answer_sealed text;
comment on column idempotency_key.id is 'The row in the place of the seal; null in rows of before.';
