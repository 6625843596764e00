-- What campaigns gave, added up a day and prize: the console asks it of all awards, and there may be hundreds of thousands.
create table campaign_given (
  campaign_id uuid not null references campaign (id),
  -- In WIB, the day on which they were won.
  day date not null,
  prize jsonb not null,
  by_chance boolean not null,
  -- PENDING and GIVEN.
  awards bigint not null,
  primary key (campaign_id, day, prize, by_chance)
);
-- People with such an award.
create table campaign_people (
  campaign_id uuid primary key references campaign (id),
  people bigint not null
);
-- What came and went since it was added up. Awards at the same moment write rows of their own, so none waits for another.
create table campaign_given_change (
  borrower_id uuid not null,
  id bigint generated always as identity,
  campaign_id uuid not null,
  day date not null,
  prize jsonb not null,
  by_chance boolean not null,
  -- 1 or -1 an award.
  step bigint not null,
  primary key (borrower_id, id)
);
create index campaign_given_change_of on campaign_given_change (campaign_id, borrower_id);

create function campaign_given_note() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into campaign_given_change (borrower_id, campaign_id, day, prize, by_chance, step)
    select borrower_id, campaign_id, (won_at at time zone 'Asia/Jakarta')::date, prize, by_chance, 1
    from award_after where state in ('PENDING', 'GIVEN');
  elsif tg_op = 'DELETE' then
    insert into campaign_given_change (borrower_id, campaign_id, day, prize, by_chance, step)
    select borrower_id, campaign_id, (won_at at time zone 'Asia/Jakarta')::date, prize, by_chance, -1
    from award_before where state in ('PENDING', 'GIVEN');
  else
    insert into campaign_given_change (borrower_id, campaign_id, day, prize, by_chance, step)
    select borrower_id, campaign_id, (won_at at time zone 'Asia/Jakarta')::date, prize, by_chance, sum(step)
    from (
      select borrower_id, campaign_id, won_at, prize, by_chance, 1 as step from award_after where state in ('PENDING', 'GIVEN')
      union all
      select borrower_id, campaign_id, won_at, prize, by_chance, -1 from award_before where state in ('PENDING', 'GIVEN')
    ) moved
    group by 1, 2, 3, 4, 5 having sum(step) <> 0;
  end if;
  return null;
end $$;

-- Adds everything up anew, from the awards. Whoever writes one waits until the transaction ends.
create function campaign_given_renew() returns void language plpgsql as $$
begin
  lock table campaign_award in share row exclusive mode;
  delete from campaign_given_change;
  delete from campaign_given;
  delete from campaign_people;
  insert into campaign_given (campaign_id, day, prize, by_chance, awards)
  select campaign_id, (won_at at time zone 'Asia/Jakarta')::date, prize, by_chance, count(*)
  from campaign_award where state in ('PENDING', 'GIVEN') group by 1, 2, 3, 4;
  insert into campaign_people (campaign_id, people)
  select campaign_id, count(distinct borrower_id) from campaign_award where state in ('PENDING', 'GIVEN') group by 1;
end $$;

create trigger campaign_award_came after insert on campaign_award
  referencing new table as award_after for each statement execute function campaign_given_note();
create trigger campaign_award_changed after update on campaign_award
  referencing old table as award_before new table as award_after for each statement execute function campaign_given_note();
create trigger campaign_award_went after delete on campaign_award
  referencing old table as award_before for each statement execute function campaign_given_note();
select campaign_given_renew();

-- What waits is found without what was given.
create index campaign_award_open on campaign_award (campaign_id, epoch) where state in ('PENDING', 'HELD');
