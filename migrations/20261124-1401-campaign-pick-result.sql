-- PICK: which option was right, where that is written, and what each who chose it gets; set once by two people.
alter table campaign
  add column result_key text,
  add column result_source text,
  add column result_share_rupiah bigint check (result_share_rupiah >= 0),
  add column result_at timestamptz,
  add check ((result_key is null) = (result_at is null)
    and (result_key is null) = (result_source is null)
    and (result_key is null) = (result_share_rupiah is null));
create index campaign_shared on campaign (id) where result_share_rupiah > 0;
create index campaign_entrant_choice on campaign_entrant (campaign_id, choice_key) where choice_key is not null;
