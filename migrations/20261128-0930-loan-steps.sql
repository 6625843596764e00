-- Events of a loan without messages: every payment brings one, and no page of a borrower lists them.
create index loan_event_step on loan_event (borrower_id, loan_id, id) where kind <> 'MESSAGE';
