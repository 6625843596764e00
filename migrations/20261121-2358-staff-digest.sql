-- One mail a person and working day about complaints that are due: the row says that it was written.
create table staff_digest (
  day date not null,
  staff_id uuid not null references staff_member (id),
  -- Becomes the mail's own id.
  id uuid not null unique,
  status text not null check (status in ('WAITING', 'SENT', 'REJECTED', 'DROPPED')),
  written_at timestamptz not null,
  ended_at timestamptz,
  primary key (day, staff_id)
);
