-- The most that one payment by a rail may carry. A figure changes by adding a row with its first day. // docs/decisions/189
create table payment_rail_limit (
  rail text not null check (rail in ('VIRTUAL_ACCOUNT', 'QRIS', 'EWALLET')),
  valid_from date not null,
  -- Null: none of its own; each bank has its own for its customers, and tells them.
  most_rupiah bigint check (most_rupiah > 0),
  source text not null,
  -- H the text itself or recomputed, M several secondary sources, K common knowledge, P our own policy.
  certainty text not null check (certainty in ('H', 'M', 'K', 'P')),
  primary key (rail, valid_from)
);
insert into payment_rail_limit (rail, valid_from, most_rupiah, source, certainty) values
  ('QRIS', '2022-03-01', 10000000, 'Bank Indonesia, QRIS limit of one transaction, raised from 5 million on 1 March 2022 (PADG on the national QR standard; BICARA 131, KA-01080)', 'M'),
  ('EWALLET', '2022-07-01', 20000000, 'Bank Indonesia, board meeting of 18 and 19 April 2022: registered electronic money holds at most 20 million from 1 July 2022', 'M'),
  ('VIRTUAL_ACCOUNT', '2022-03-01', null, 'Each bank sets the limit of its own customers', 'K');
