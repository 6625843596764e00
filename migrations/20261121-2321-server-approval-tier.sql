-- From which amount on a checker needs a further permission. The set of the newest `effective_from` that is not after now
-- is in force as a whole; a change is a new set, so what was in force when something was checked stays known. // Threat B13
create table approval_tier (
  effective_from timestamptz not null,
  least_rupiah bigint not null check (least_rupiah > 0),
  permission text not null,
  primary key (effective_from, least_rupiah)
);
insert into approval_tier (effective_from, least_rupiah, permission) values ('2026-01-01T00:00:00Z', 25000000, 'money.check.large');
