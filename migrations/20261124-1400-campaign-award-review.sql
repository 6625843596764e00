-- An award that staff look at before it is given: why, until when, and who works on it.
alter table campaign_award
  add column held_for text[] not null default '{}',
  add column held_at timestamptz,
  -- The end of the promised working days.
  add column due_at timestamptz,
  add column claimed_by uuid,
  add column claimed_until timestamptz,
  -- With reasons and a day in the queue of awards; with neither it is another domain's review that decides.
  add check (state <> 'HELD' or (held_at is not null and (due_at is not null) = (cardinality(held_for) > 0)));
create unique index campaign_award_id on campaign_award (id);
create index campaign_award_held on campaign_award (due_at, id) where state = 'HELD';
