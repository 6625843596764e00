-- Values by name. A change is a new version; the highest one is in force, so what was said at any time can be told.
create table app_config (
  name text not null check (name ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$'),
  version bigint not null check (version > 0),
  value text not null check (length(value) <= 20000),
  is_public boolean not null,
  created_at timestamptz not null,
  -- Null for what a migration brought.
  created_by uuid,
  primary key (name, version)
);

-- Standing texts that staff published. They win over the files in content/static-text with a lower version.
create table static_text (
  key text not null check (key ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$'),
  language text not null check (language in ('id', 'en', 'zh')),
  version bigint not null check (version > 0),
  title text not null check (length(title) between 1 and 200),
  markdown text not null check (length(markdown) between 1 and 40000),
  created_at timestamptz not null,
  created_by uuid not null,
  primary key (key, language, version)
);

-- Grows with every change; each process empties its cached pages when it sees a new number.
create table configuration_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null
);
insert into configuration_version (version) values (1);

-- Spec 9: the rates that are shown by default.
insert into app_config (name, version, value, is_public, created_at) values (
  'app_config.standard_rate_for_web',
  1,
  '{"rateContentForIdn":"0,1% - 0,3%","rateContentForEn":"0.1% - 0.3%","overdueRateContentForIdn":"0,2%-0,3%","overdueRateContentForEn":"0.2%-0.3%","ratePictureUrl":"/api/rates/picture","ratePdfUrlForIdn":"/api/rates/pdf/id","ratePdfUrlForEn":"/api/rates/pdf/en"}',
  true,
  '2026-11-21T00:00:00+07:00'
);
