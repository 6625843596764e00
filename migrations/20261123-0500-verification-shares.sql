-- The block of 10,000 neighbouring numbers (blind), so that codes that nobody entered are counted there; null on rows from before.
alter table verification_challenge add column block_index text;
create index verification_challenge_network_unanswered on verification_challenge (network_index, created_at) where proven_at is null;
create index verification_challenge_block_unanswered on verification_challenge (block_index, created_at) where proven_at is null;

-- The number (blind) for which a right answer counts as the first of two; null for any other captcha, and once it was counted.
alter table captcha add column passed_for text;
create index captcha_passed on captcha (session_id) where passed_for is not null;
