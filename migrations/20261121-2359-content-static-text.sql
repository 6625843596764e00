-- The release before reads and writes static_text. While its processes run beside newer ones, or take over again, they find
-- their texts here and what they publish is a version like every other. To be dropped one release after this one.
create view static_text as
select key, language, version, title, markdown, created_at, created_by
from content_version as text
where collection = 'static-text'
  -- That release knows no withdrawal: without its rows it shows the text that it ships.
  and not exists (
    select 1 from content_version as later
    where later.collection = text.collection and later.key = text.key and later.language = text.language and later.version >= text.version and later.withdrawn
  );

create function publish_static_text() returns trigger language plpgsql as $$
begin
  insert into content_version (collection, key, language, version, title, markdown, created_at, created_by)
  values ('static-text', new.key, new.language, new.version, new.title, new.markdown, new.created_at, new.created_by);
  return new;
end $$;
create trigger static_text_publish instead of insert on static_text for each row execute function publish_static_text();
