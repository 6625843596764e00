-- What a borrower tells of loans elsewhere, by a consent of 90 days whose key seals it: up to five lenders with their limit, and
-- up to six screenshots in all. People read it; no rule does.
create table competitor (
  borrower_id uuid not null,
  id uuid not null,
  consent_id uuid not null,
  -- The slots hold the count.
  slot smallint not null check (slot between 1 and 5),
  told_sealed text not null,
  -- HMAC of the lender's name: told of the same one again, it is corrected.
  lender_index text not null,
  told_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, slot),
  unique (borrower_id, lender_index)
);
create table competitor_photo (
  borrower_id uuid not null,
  id uuid not null,
  consent_id uuid not null,
  slot smallint not null check (slot between 1 and 6),
  object_key text not null,
  picture_index text not null,
  uploaded_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, slot),
  unique (borrower_id, picture_index)
);
create index competitor_photo_object on competitor_photo (object_key);

-- Lenders to choose from; any other one is typed.
create table competitor_lender (
  key text primary key,
  name text not null,
  active boolean not null default true
);
insert into competitor_lender (key, name) values
  ('ADAKAMI', 'AdaKami'), ('AKULAKU', 'Akulaku'), ('EASYCASH', 'Easycash'), ('GOPAY', 'GoPay Pinjam'),
  ('INDODANA', 'Indodana'), ('JULO', 'JULO'), ('KREDITPINTAR', 'Kredit Pintar'), ('KREDIVO', 'Kredivo'),
  ('SPINJAM', 'SPinjam');
