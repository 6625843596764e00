-- How far the sandbox's book was played: months of invented business, begun once in an installation. // credit-support 10
create table sandbox_book (
  id smallint primary key check (id = 1),
  borrowers integer not null check (borrowers > 0),
  days integer not null check (days > 0),
  seed bigint not null,
  began_at timestamptz not null,
  -- The day to be played next, from 0.
  day integer not null default 0 check (day between 0 and days),
  acts bigint not null default 0,
  refused bigint not null default 0,
  -- By real time; null while nobody plays it.
  claimed_until timestamptz
);
