-- The console's list of loans, the newest application first: all of them, and those of one state.
create index loan_submitted on loan (submitted_at, id);
create index loan_state_submitted on loan (state, submitted_at, id);
