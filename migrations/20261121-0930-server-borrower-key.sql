-- One data key for each borrower, wrapped by the installation's key in SECRETS_DIR. Shredding empties `wrapped`: what was
-- sealed with it can never be read again. The row stays as the tombstone, so no second key is made and a restore of an
-- older backup knows whom to shred again.
create table borrower_key (
  borrower_id uuid primary key,
  wrapped text,
  shredded_at timestamptz,
  constraint borrower_key_wrapped_or_shredded check ((wrapped is null) = (shredded_at is not null))
);
create index borrower_key_shredded on borrower_key (shredded_at) where shredded_at is not null;
