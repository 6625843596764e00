-- A borrower's request for help with a running loan, or an offer of ours that nobody asked for.
create table restructure_ask (
  borrower_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  -- BORROWER asked; HOUSE offered it to a loan that is late; STAFF offered it.
  origin text not null check (origin in ('BORROWER', 'HOUSE', 'STAFF')),
  reason text check (reason in ('ILLNESS', 'JOB', 'DISASTER', 'DEATH', 'OTHER')),
  -- The borrower's own words.
  note_sealed text,
  asked_at timestamptz not null,
  -- Until then nobody is asked for money; null where nobody asked for help.
  rests_until timestamptz,
  primary key (borrower_id, id),
  check ((origin = 'BORROWER') = (reason is not null and rests_until is not null))
);
create index restructure_ask_id on restructure_ask (id);
create index restructure_ask_asked on restructure_ask (asked_at);

-- One offer: a programme over one tenor. Its figures are those of the day on which they are read, until it is signed.
create table restructure_offer (
  borrower_id uuid not null,
  id uuid not null,
  ask_id uuid not null,
  loan_id uuid not null,
  programme text not null check (programme in ('SPREAD', 'RELIEF', 'PAUSE')),
  tenor_days integer not null check (tenor_days > 0),
  state text not null check (state in ('OFFERED', 'SIGNED', 'DECLINED', 'EXPIRED', 'WITHDRAWN')),
  -- The loan that it becomes when it is signed; its papers carry this id and number from the start.
  new_loan_id uuid not null,
  number text not null,
  offered_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  primary key (borrower_id, id),
  check ((state = 'OFFERED') = (closed_at is null))
);
create index restructure_offer_id on restructure_offer (id);
create unique index restructure_offer_open on restructure_offer (borrower_id, loan_id, tenor_days) where state = 'OFFERED';
create unique index restructure_offer_signed on restructure_offer (borrower_id, loan_id) where state = 'SIGNED';
create index restructure_offer_expires on restructure_offer (expires_at) where state = 'OFFERED';
create index restructure_offer_closed on restructure_offer (closed_at) where state <> 'OFFERED';

-- The agreement of a restructuring and its summary are documents like those of a loan.
alter table agreement_document drop constraint agreement_document_kind_check;
alter table agreement_document add constraint agreement_document_kind_check check (kind in ('loan-agreement', 'riplay', 'risk-acknowledgement', 'declarations', 'signing-privacy', 'paid-off-letter', 'restructure-agreement', 'restructure-summary'));
