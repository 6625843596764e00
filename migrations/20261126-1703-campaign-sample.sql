-- A sample of a view is reached by its address alone: no list shows it, and no daily press counts in it.
alter table campaign add column is_sample boolean not null default false;
update campaign set is_sample = true
where activity_id in ('egg-soon', 'egg-paused', 'egg-empty', 'egg-ended', 'egg-win', 'egg-lose');
