-- Staff check a face that the machine did not match, or that its owner does not want compared by one (product decisions account 14).
create table face_review (
  borrower_id uuid not null,
  id uuid not null,
  -- Tries of the owner, or of a stranger who has the number of a frozen account.
  lane text not null check (lane in ('OWNER', 'UNFREEZE')),
  -- The step that needs the face; null while failed selfies are kept and staff were not asked.
  flow text check (flow in ('IDENTITY', 'CORRECTION', 'MOBILE_CHANGE', 'MERGE', 'UNFREEZE')),
  state text not null check (state in ('GATHERING', 'WAITING', 'APPROVED', 'USED', 'REJECTED', 'WITHDRAWN')),
  created_at timestamptz not null,
  asked_at timestamptz,
  -- Why it was rejected, as a code.
  reason text,
  -- Until when an approval stands for the flow that asked.
  good_until timestamptz,
  ended_at timestamptz,
  primary key (borrower_id, id),
  check ((state = 'GATHERING') = (flow is null))
);
create unique index face_review_one_open on face_review (borrower_id, lane) where state in ('GATHERING', 'WAITING');
create index face_review_asked on face_review (borrower_id, lane, asked_at desc, id desc) where asked_at is not null;
create index face_review_gathering on face_review (created_at) where state = 'GATHERING';
create index face_review_ended on face_review (ended_at) where ended_at is not null;
