-- Proposed configuration values join the one table of proposals. // docs/decisions/232
insert into proposal (id, kind, subject_id, payload, reason, state, maker_id, maker_device, made_at, checker_id, check_reason, ended_at, result)
select id, 'configuration.value', name, jsonb_build_object('name', name, 'baseVersion', base_version, 'value', value, 'isPublic', is_public), nullif(note, ''), case state when 'PUBLISHED' then 'CONFIRMED' when 'REJECTED' then 'REFUSED' else state end, maker_id, maker_device, proposed_at, case when state in ('PUBLISHED', 'REJECTED') then checker_id end, nullif(reason, ''), checked_at, case when version is not null then jsonb_build_object('version', version) end
from config_proposal;
drop table config_proposal;

-- The release before reads and ends what waits by config_proposal, beside newer processes or after going back; it cannot propose
-- there. To be dropped one release after this one.
create view config_proposal as
select id, subject_id as name, case state when 'CONFIRMED' then 'PUBLISHED' when 'REFUSED' then 'REJECTED' else state end as state, (payload ->> 'baseVersion')::bigint as base_version, payload ->> 'value' as value, (payload ->> 'isPublic')::boolean as is_public, coalesce(reason, '') as note, maker_id::uuid as maker_id, maker_device, made_at as proposed_at, coalesce(checker_id, case state when 'TAKEN_BACK' then maker_id end)::uuid as checker_id, ended_at as checked_at, coalesce(check_reason, '') as reason, (result ->> 'version')::bigint as version
from proposal
where kind = 'configuration.value' and state <> 'STALE';
create function config_proposal_written() returns trigger language plpgsql as $$
begin
  update proposal set state = case new.state when 'PUBLISHED' then 'CONFIRMED' when 'REJECTED' then 'REFUSED' else new.state end, checker_id = case when new.state in ('PUBLISHED', 'REJECTED') then new.checker_id::text end, check_reason = nullif(new.reason, ''), ended_at = new.checked_at, result = case when new.version is not null then jsonb_build_object('version', new.version) end
  where id = new.id;
  return new;
end $$;
create trigger config_proposal_written instead of update on config_proposal for each row execute function config_proposal_written();
