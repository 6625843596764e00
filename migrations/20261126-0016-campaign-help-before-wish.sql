-- Help that was given before the helper had a wish brought no points until now; its row said that it had.
update campaign_help h set points = 0
where not exists (select from campaign_entrant e
  where e.borrower_id = h.borrower_id and e.campaign_id = h.campaign_id and e.joined_at <= h.helped_at);
