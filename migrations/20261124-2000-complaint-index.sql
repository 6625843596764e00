-- A queue, a reminder or a warning is found without looking through what has no part in it, also among ten thousand open ones.
create index complaint_state on complaint (state, due_on, id);
create index complaint_assignee on complaint (assignee_id, due_on, id) where assignee_id is not null;
create index complaint_waiting on complaint (state, received_at);
create index complaint_remind on complaint (remind_on) where reminded_at is null;
create index complaint_warn on complaint (warn_on) where warn_on is not null and warned_at is null;
create index complaint_close on complaint (closes_on) where closes_on is not null;
