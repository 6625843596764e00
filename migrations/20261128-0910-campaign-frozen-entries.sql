-- Entries of a frozen draw by weight, and their points: both are final from then on, so that no page counts them again.
alter table campaign_draw add column entries integer, add column entry_points bigint;
update campaign_draw d set entries = e.entries, entry_points = e.points
  from (select f.id, count(o.entry_id) as entries, coalesce(sum(o.weight), 0) as points from campaign_draw f
    join campaign c on c.id = f.campaign_id and c.mechanic = 'DRAW'
    left join campaign_draw_entry o on o.draw_id = f.id where f.state <> 'OPEN' group by f.id) as e where e.id = d.id;
