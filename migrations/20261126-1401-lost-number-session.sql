-- A code that was refused moves the time in which its session's request must be sent.
create index lost_number_session on lost_number_request (session_id) where expires_at is not null;
