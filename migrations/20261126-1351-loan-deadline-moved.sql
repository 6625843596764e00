-- A code that we refuse moves the deadline of the signature that needs it: by how much in all, so that what the document says stays what it says.
alter table loan add column sign_deadline_moved_seconds integer not null default 0
  check (sign_deadline_moved_seconds between 0 and 86400);
