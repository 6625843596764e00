-- What two people allowed about a subject lately: asked each time before what rules keep is opened.
create index proposal_confirmed_about on proposal (kind, subject_id, ended_at) where state = 'CONFIRMED';
