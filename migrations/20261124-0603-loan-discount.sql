-- What a loan's application took with it; null where it took no discount. Agreement, bill and books read it here.
alter table loan add column discount_id uuid;
alter table loan add column discount_rupiah bigint check (discount_rupiah > 0);
alter table loan add column discount_budget text;
alter table loan add constraint loan_discount_whole
  check ((discount_id is null) = (discount_rupiah is null) and (discount_id is null) = (discount_budget is null));

-- What an application that is not sent yet would take: a discount's id, or NONE where it shall take none.
alter table loan_draft add column discount_choice text;
