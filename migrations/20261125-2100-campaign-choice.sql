-- How many chose each option, added up like what campaigns gave: it is asked at each look at the campaign.
create table campaign_choice (
  campaign_id uuid not null references campaign (id),
  choice_key text not null,
  people bigint not null,
  primary key (campaign_id, choice_key)
);
-- What came and went since it was added up.
create table campaign_choice_change (
  campaign_id uuid not null,
  id bigint generated always as identity,
  choice_key text not null,
  -- 1 or -1 a person.
  step bigint not null,
  primary key (campaign_id, id)
);

create function campaign_choice_note() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.choice_key is not null then
    insert into campaign_choice_change (campaign_id, choice_key, step)
    select id, old.choice_key, -1 from campaign where id = old.campaign_id and mechanic = 'PICK';
  end if;
  if tg_op <> 'DELETE' and new.choice_key is not null then
    insert into campaign_choice_change (campaign_id, choice_key, step)
    select id, new.choice_key, 1 from campaign where id = new.campaign_id and mechanic = 'PICK';
  end if;
  return null;
end $$;

-- Adds all of it up anew. Whoever chooses waits until the transaction ends.
create function campaign_choice_renew() returns void language plpgsql as $$
begin
  lock table campaign_entrant in share row exclusive mode;
  delete from campaign_choice_change;
  delete from campaign_choice;
  insert into campaign_choice (campaign_id, choice_key, people)
  select e.campaign_id, e.choice_key, count(*) from campaign_entrant e join campaign c on c.id = e.campaign_id
  where c.mechanic = 'PICK' and e.choice_key is not null group by 1, 2;
end $$;

-- Whether whoever chose right has had the share: of hundreds of thousands those who have not are looked for again and again.
alter table campaign_entrant add column is_shared boolean not null default false;
update campaign_entrant e set is_shared = true where e.choice_key is not null and exists (
  select from campaign_award a where a.borrower_id = e.borrower_id and a.campaign_id = e.campaign_id and a.cause = 'pick');
create index campaign_entrant_unshared on campaign_entrant (campaign_id, choice_key) where choice_key is not null and not is_shared;
drop index campaign_entrant_choice;

create trigger campaign_choice_noted after insert or delete or update of choice_key on campaign_entrant
  for each row execute function campaign_choice_note();
select campaign_choice_renew();
