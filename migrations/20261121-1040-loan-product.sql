-- Products are data: a change is a new row with the day from which it is offered; a loan keeps the figures of its own day.
create table loan_product (
  key text not null,
  valid_from date not null,
  -- False ends the product from that day on.
  offered boolean not null,
  minimum_rupiah bigint not null check (minimum_rupiah > 0),
  maximum_rupiah bigint not null check (maximum_rupiah >= minimum_rupiah),
  step_rupiah bigint not null check (step_rupiah > 0),
  tenors_days integer[] not null check (cardinality(tenors_days) > 0),
  instalment_days integer not null check (instalment_days > 0),
  daily_rate_ppm integer not null check (daily_rate_ppm >= 0),
  fee_ppm integer not null check (fee_ppm >= 0),
  late_fee_daily_ppm integer not null check (late_fee_daily_ppm >= 0),
  source text not null,
  primary key (key, valid_from)
);
insert into loan_product (key, valid_from, offered, minimum_rupiah, maximum_rupiah, step_rupiah, tenors_days, instalment_days, daily_rate_ppm, fee_ppm, late_fee_daily_ppm, source)
values ('TUNAI_90', '2025-01-01', true, 200000, 10000000, 100000, '{30,60,90}', 30, 2000, 0, 2000, 'Spec 9 (amounts, step), decisions 4 (default product)');

-- Lenders of record. The sample stays a sample until an installation names its own.
create table loan_lender (
  id text primary key check (id ~ '^[A-Z0-9_]{3,40}$'),
  kind text not null check (kind in ('INSTITUTION', 'PERSON')),
  name text not null,
  -- Number in the lender register or of the company's deed.
  registration text not null,
  address text not null,
  -- Takes new loans.
  active boolean not null
);
insert into loan_lender (id, kind, name, registration, address, active)
values ('INSTITUTION_1', 'INSTITUTION', 'PT Pemberi Dana Contoh', 'AHU-0000000.AH.01.01', 'Jakarta', true);
