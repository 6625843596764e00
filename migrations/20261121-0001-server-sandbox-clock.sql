-- The sandbox's business time is the real time plus one offset, shared by every process of the installation.
-- One row for ever; production never writes it.
create table sandbox_clock (
  id smallint primary key default 1 check (id = 1),
  offset_milliseconds bigint not null check (offset_milliseconds >= 0)
);

insert into sandbox_clock (offset_milliseconds) values (0);
