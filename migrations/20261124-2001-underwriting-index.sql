-- How many wait, and since when the first one does, is counted without opening their rows.
create index underwriting_case_waiting on underwriting_case (state, submitted_at);
