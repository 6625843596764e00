-- Contents as staff published them. They win over the files in content/ with a lower version; rows are only ever added.
create table content_version (
  collection text not null check (collection ~ '^[a-z][a-z-]{0,39}$'),
  key text not null check (key ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$'),
  language text not null check (language in ('id', 'en', 'zh')),
  version bigint not null check (version > 0),
  title text not null check (length(title) between 1 and 200),
  -- Lines of the head beside the title: summary, section, order, published …
  head jsonb not null default '{}',
  markdown text not null check (length(markdown) between 1 and 40000),
  -- Taken off the pages: the text is kept to tell what it was.
  withdrawn boolean not null default false,
  created_at timestamptz not null,
  -- Who wrote it.
  created_by uuid not null,
  -- Who checked it; null for what one person alone could publish before there was a check.
  checked_by uuid,
  primary key (collection, key, language, version)
);

insert into content_version (collection, key, language, version, title, markdown, created_at, created_by)
select 'static-text', key, language, version, title, markdown, created_at, created_by from static_text;
drop table static_text;

create function refuse_content_version_change() returns trigger language plpgsql as $$
begin
  raise exception 'content_version is append-only';
end $$;
create trigger content_version_append_only before update or delete on content_version for each row execute function refuse_content_version_change();
