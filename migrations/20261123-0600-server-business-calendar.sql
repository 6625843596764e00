-- Days off besides Saturday and Sunday, known to all domains: complaints count working days by them, and nobody is asked for
-- money on a national holiday. Append-only: of the rows of one day the newest counts; WORKDAY takes a day off back.
create table business_holiday (
  day date not null,
  recorded_at timestamptz not null,
  kind text not null check (kind in ('NATIONAL', 'JOINT_LEAVE', 'WORKDAY')),
  name text not null,
  source text not null,
  recorded_by uuid,
  primary key (day, recorded_at)
);
insert into business_holiday (day, recorded_at, kind, name, source, recorded_by)
select day, recorded_at, kind, name, source, recorded_by from complaint_holiday;
create function business_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'TL010';
end $$;
create trigger business_holiday_fixed before update or delete on business_holiday for each row execute function business_refuse_change();

-- The release before reads and writes complaint_holiday, beside newer processes or after going back. To be dropped one release after this one.
drop table complaint_holiday;
create view complaint_holiday as select day, recorded_at, kind, name, source, recorded_by from business_holiday;
