-- What can be picked has a name in each language: those of earlier campaigns are called as their pages did so far.
create function pg_temp.named(options jsonb) returns jsonb language sql as $$
  select jsonb_agg(
    jsonb_build_object(
      'optionKey', key,
      'id', case when key ~ '^SAMPLE_[A-Z]$' then 'Contoh ' || right(key, 1) else replace(key, '_', ' ') end,
      'en', case when key ~ '^SAMPLE_[A-Z]$' then 'Sample ' || right(key, 1) else replace(key, '_', ' ') end,
      'zh', case when key ~ '^SAMPLE_[A-Z]$' then '示例 ' || right(key, 1) else replace(key, '_', ' ') end
    ) order by place)
  from jsonb_array_elements_text(options) with ordinality as one (key, place)
$$;
update campaign set rules = jsonb_set(rules, '{options}', pg_temp.named(rules -> 'options'))
  where mechanic = 'PICK' and jsonb_typeof(rules -> 'options' -> 0) = 'string';
update proposal set payload = jsonb_set(payload, '{rules,options}', pg_temp.named(payload -> 'rules' -> 'options'))
  where kind = 'campaign.improve' and jsonb_typeof(payload -> 'rules' -> 'options' -> 0) = 'string';
-- What is proposed names the last day of a campaign, and no longer the day after it.
update proposal
  set payload = jsonb_set(payload, '{closesOn}', to_jsonb(((payload ->> 'closesOn')::date - 1)::text))
  where kind = 'campaign.improve' and state = 'OPEN';
