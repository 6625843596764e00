-- The position of a loan after its last event, as the engine works on from it: what the history says, kept so that a
-- reader need not read all of it. `json` and not `jsonb`, which takes twice the room for many small numbers. Null until
-- the next event or closing.
alter table repayment_account add column position json;

-- A new event removes the position: the transaction that adds it keeps the next one, and an outdated one can never be read.
create function forget_repayment_position() returns trigger language plpgsql as $$
begin
  update repayment_account set position = null
    where borrower_id = new.borrower_id and loan_id = new.loan_id and position is not null;
  return null;
end $$;
create trigger repayment_event_moves_position after insert on repayment_event for each row execute function forget_repayment_position();
