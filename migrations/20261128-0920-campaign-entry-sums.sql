-- Entries of every draw by weight and their points stand in the draw's row, kept as entries come and go, so that no page adds
-- up the entries of an open draw. Frozen ones are final: what changes an entry afterwards changes no sum.
-- Draws before entries, as players lock them.
alter table campaign_draw alter column entries set default 0, alter column entry_points set default 0;
lock table campaign_draw_entry in share row exclusive mode;

create function campaign_draw_entry_sum() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update campaign_draw d set entries = d.entries + e.entries, entry_points = d.entry_points + e.points
    from (select draw_id, count(*) as entries, sum(weight) as points from entry_after group by draw_id) e
    where d.id = e.draw_id and d.state = 'OPEN';
  elsif tg_op = 'DELETE' then
    update campaign_draw d set entries = d.entries - e.entries, entry_points = d.entry_points - e.points
    from (select draw_id, count(*) as entries, sum(weight) as points from entry_before group by draw_id) e
    where d.id = e.draw_id and d.state = 'OPEN';
  else
    -- A change of owner, place or award changes neither.
    update campaign_draw d set entry_points = d.entry_points + e.points
    from (
      select draw_id, sum(points) as points from (
        select draw_id, weight as points from entry_after union all select draw_id, -weight from entry_before
      ) moved group by draw_id having sum(points) <> 0
    ) e
    where d.id = e.draw_id and d.state = 'OPEN';
  end if;
  return null;
end $$;

update campaign_draw d
  set (entries, entry_points) = (select count(*), coalesce(sum(weight), 0) from campaign_draw_entry where draw_id = d.id)
  where d.entries is null or d.entry_points is null;
alter table campaign_draw alter column entries set not null, alter column entry_points set not null,
  add check (entries >= 0 and entry_points >= 0);

create trigger campaign_draw_entry_came after insert on campaign_draw_entry
  referencing new table as entry_after for each statement execute function campaign_draw_entry_sum();
create trigger campaign_draw_entry_changed after update on campaign_draw_entry
  referencing old table as entry_before new table as entry_after for each statement execute function campaign_draw_entry_sum();
create trigger campaign_draw_entry_went after delete on campaign_draw_entry
  referencing old table as entry_before for each statement execute function campaign_draw_entry_sum();
