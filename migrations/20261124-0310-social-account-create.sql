-- Public names at social networks that a borrower tells at choice: under the consent's key, and gone with it after 90 days. People
-- read them in a case; no rule does, and no collection.
create table social_account (
  borrower_id uuid not null,
  id uuid not null,
  consent_id uuid not null,
  network text not null check (network in ('INSTAGRAM', 'FACEBOOK', 'TIKTOK', 'X', 'LINKEDIN')),
  name_sealed text not null,
  -- Six letters that the owner of the profile may show there; public by nature.
  code text not null check (code ~ '^[A-Z]{6}$'),
  told_at timestamptz not null,
  primary key (borrower_id, id),
  -- One name a network.
  unique (borrower_id, network)
);
