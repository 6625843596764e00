-- Those that wait are counted in the order in which they came: by an index without their ids, rows that came together are read together.
create index complaint_waiting on complaint (state, received_at);
