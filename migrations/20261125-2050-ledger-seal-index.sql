-- Up to which seal a position is sealed is looked up by it: after a quiet hour there are many small seals.
create index ledger_seal_reach on ledger_seal (last_position, number);
