-- A code is worth what its partner sold it for: a prize of one value never takes a code of another.
alter table voucher_code add column rupiah bigint check (rupiah > 0);
comment on column voucher_code.rupiah is 'Null: loaded before values were kept; such a code is not given.';
-- What was given was worth its prize, and what is left of a voucher that stands for one value alone is worth that.
update voucher_code set rupiah = (campaign_award.prize ->> 'rupiah')::bigint
from campaign_award where campaign_award.id = voucher_code.award_id;
with worth as (
  select prize ->> 'voucherKey' as voucher_key, (prize ->> 'rupiah')::bigint as rupiah
  from campaign, jsonb_path_query(rules, '$.prizes[*].prize ? (@.kind == "VOUCHER")') as prize
)
update voucher_code set rupiah = single.rupiah
from (select voucher_key, min(rupiah) as rupiah from worth group by voucher_key having min(rupiah) = max(rupiah)) as single
where single.voucher_key = voucher_code.voucher_key and voucher_code.borrower_id is null;
drop index voucher_code_free;
create index voucher_code_free on voucher_code (voucher_key, rupiah, id) where borrower_id is null;
