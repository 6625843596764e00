-- Documents of a loan as they were shown, accepted and sealed. Bytes and text lie in object storage, sealed; here are their hashes.
create table agreement_document (
  borrower_id uuid not null,
  -- Public: it stands in the address under which anyone can check the document.
  id uuid not null,
  loan_id uuid not null,
  kind text not null check (kind in ('loan-agreement', 'riplay', 'risk-acknowledgement', 'declarations', 'signing-privacy', 'paid-off-letter')),
  language text not null check (language in ('id', 'en', 'zh')),
  -- SHOWN: may be read. ACCEPTED: a text that was accepted with the signature. SIGNING: waits for its electronic
  -- signature. SIGNED: sealed. WITHDRAWN: a letter of a loan that was opened again.
  state text not null check (state in ('SHOWN', 'ACCEPTED', 'SIGNING', 'SIGNED', 'WITHDRAWN')),
  title text not null,
  version text not null,
  -- SHA-256 of everything the document is made of: data and text. Another basis is another document.
  basis_hash text not null,
  -- The operator as the document names it, and the origin of its verify address: a job that seals later knows no brand.
  operator jsonb not null,
  -- Figures of a paid-off letter.
  paid_off jsonb,
  shown_hash text check (shown_hash ~ '^[0-9a-f]{64}$'),
  shown_key text,
  text_key text,
  shown_pages integer check (shown_pages > 0),
  shown_bytes integer check (shown_bytes > 0),
  shown_at timestamptz not null,
  sealed_hash text check (sealed_hash ~ '^[0-9a-f]{64}$'),
  sealed_key text,
  sealed_pages integer check (sealed_pages > 0),
  sealed_bytes integer check (sealed_bytes > 0),
  sealed_at timestamptz,
  -- When sealing is tried again although its job is gone.
  seal_due_at timestamptz,
  primary key (borrower_id, id),
  unique (borrower_id, loan_id, kind, language, basis_hash),
  -- Only a letter waits for its bytes too; whatever was shown has them.
  check (shown_key is not null or kind = 'paid-off-letter'),
  check ((state = 'SIGNED') <= (sealed_key is not null and sealed_hash is not null and sealed_at is not null)),
  check ((state = 'SIGNING') = (seal_due_at is not null))
);
create index agreement_document_id on agreement_document (id);
create index agreement_document_sealed_hash on agreement_document (sealed_hash);
create index agreement_document_seal_due on agreement_document (seal_due_at) where state = 'SIGNING';

-- What the borrower ticked, for exactly which document, before the code was asked for.
create table agreement_consent (
  borrower_id uuid not null,
  document_id uuid not null,
  accepted text[] not null,
  accepted_at timestamptz not null,
  primary key (borrower_id, document_id)
);

-- Evidence of the signature; never changed. The second key: one loan is signed once.
create table agreement_signing (
  borrower_id uuid not null,
  document_id uuid not null,
  loan_id uuid not null,
  shown_hash text not null,
  shown_at timestamptz not null,
  accepted text[] not null,
  accepted_at timestamptz not null,
  signed_at timestamptz not null,
  otp_channel text not null,
  -- The proven verification, never its code.
  otp_reference uuid not null,
  session_id text not null,
  -- Texts with versions and hashes, as the evidence page lists them.
  texts jsonb not null,
  -- Name, masked NIK and number, device and address of the signer.
  signer_sealed text not null,
  primary key (borrower_id, document_id),
  unique (borrower_id, loan_id)
);
create function refuse_agreement_signing_change() returns trigger language plpgsql as $$
begin
  raise exception 'agreement_signing is append-only';
end $$;
create trigger agreement_signing_append_only before update or delete on agreement_signing for each row execute function refuse_agreement_signing_change();
