-- The consent that answers for the credit review need becomes one like any other: with a receipt, on the page of consents, and a key of its
-- own that falls with it. What was told by the earlier kind lies under the person's key, so it ends here and may be told again.
alter table questionnaire_invitation add column consent_id uuid;
update questionnaire_invitation set review_draft_sealed = null, review_answers_sealed = null
  where review_draft_sealed is not null or review_answers_sealed is not null;
update questionnaire_consent set withdrawn_at = greatest(given_at, timestamptz '2026-11-24 00:00:00+07') where withdrawn_at is null;
