-- What the public is told of complaints, counted as they change: a row a year (WIB) and reason, and not every complaint at each look.
create table complaint_count (
  year integer not null,
  reason text not null,
  received bigint not null,
  -- Answered or closed, unless the person refused twice.
  resolved bigint not null,
  -- Answered first by the day that was told.
  within_days bigint not null,
  primary key (year, reason)
);

create function complaint_add_to_count(one complaint, step integer) returns void language sql as $$
  insert into complaint_count as counted (year, reason, received, resolved, within_days)
  values (
    extract(year from one.received_at at time zone 'Asia/Jakarta')::integer,
    one.reason,
    step,
    case when one.state in ('ANSWERED', 'CLOSED') and one.close_cause is distinct from 'REFUSED_AGAIN' then step else 0 end,
    case when one.answered_in_time then step else 0 end
  )
  on conflict (year, reason) do update set
    received = counted.received + excluded.received,
    resolved = counted.resolved + excluded.resolved,
    within_days = counted.within_days + excluded.within_days
$$;
create function complaint_count_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform complaint_add_to_count(old, -1); end if;
  if tg_op <> 'DELETE' then perform complaint_add_to_count(new, 1); end if;
  return null;
end $$;

insert into complaint_count (year, reason, received, resolved, within_days)
select extract(year from received_at at time zone 'Asia/Jakarta')::integer, reason, count(*),
  count(*) filter (where state in ('ANSWERED', 'CLOSED') and close_cause is distinct from 'REFUSED_AGAIN'),
  count(*) filter (where answered_in_time)
from complaint group by 1, 2;
create trigger complaint_counted after insert or delete or update of state, close_cause, answered_in_time, received_at, reason
  on complaint for each row execute function complaint_count_change();
