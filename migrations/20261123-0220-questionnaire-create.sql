-- What a person was asked by a questionnaire, and what came of it. The questions themselves are contents. // docs/decisions/241
create table questionnaire_invitation (
  borrower_id uuid not null,
  questionnaire_key text not null check (questionnaire_key ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$'),
  event_type text not null check (event_type in ('AFTER_PAYOUT', 'AFTER_PAYOFF', 'AFTER_REJECTION', 'AFTER_COMPLAINT', 'AFTER_CHANGE', 'AFTER_CLOSURE')),
  invited_at timestamptz not null,
  -- From then on it is over for this person; others may still have theirs.
  expires_at timestamptz not null check (expires_at > invited_at),
  -- What was typed and not sent yet; answers for the credit review apart, because their consent may end before the rest does.
  draft_sealed text,
  review_draft_sealed text,
  saved_at timestamptz,
  submitted_at timestamptz,
  submitted_version bigint,
  answers_sealed text,
  review_answers_sealed text,
  primary key (borrower_id, questionnaire_key),
  check ((submitted_at is null) = (submitted_version is null)),
  check ((submitted_at is null) = (answers_sealed is null)),
  check (review_answers_sealed is null or submitted_at is not null),
  check ((saved_at is null) = (draft_sealed is null)),
  check (review_draft_sealed is null or draft_sealed is not null)
);
create index questionnaire_invitation_invited on questionnaire_invitation (invited_at);
create index questionnaire_invitation_saved on questionnaire_invitation (saved_at) where saved_at is not null;
create index questionnaire_invitation_submitted on questionnaire_invitation (questionnaire_key, submitted_at) where submitted_at is not null;

-- When a person was last invited: one row, which two events that come together both want to write, and one of them does.
create table questionnaire_pause (
  borrower_id uuid primary key,
  invited_at timestamptz not null
);
create index questionnaire_pause_invited on questionnaire_pause (invited_at);

-- That answers may be read in the credit review: which text was shown, in which version and language, by its hash, and when.
create table questionnaire_consent (
  borrower_id uuid not null,
  id uuid not null,
  questionnaire_key text not null,
  text_key text not null,
  text_version bigint not null check (text_version > 0),
  text_language text not null check (text_language in ('id', 'en', 'zh')),
  -- SHA-256 of title and text as they were shown, hexadecimal.
  text_hash text not null check (text_hash ~ '^[0-9a-f]{64}$'),
  given_at timestamptz not null,
  withdrawn_at timestamptz check (withdrawn_at >= given_at),
  primary key (borrower_id, id)
);
create unique index questionnaire_consent_standing on questionnaire_consent (borrower_id, questionnaire_key) where withdrawn_at is null;

-- How often a questionnaire was answered, which its quota is held against, and how often each answer was given. Nobody's in particular.
create table questionnaire_count (
  questionnaire_key text primary key,
  submitted bigint not null check (submitted > 0)
);
create table questionnaire_tally (
  questionnaire_key text not null,
  question_key text not null,
  -- An option, a step of a scale, a band of numbers, a month; empty: answered at all.
  answer text not null,
  count bigint not null check (count > 0),
  primary key (questionnaire_key, question_key, answer)
);

-- A survey asks nobody in particular: no borrower, no session, the day and not the moment.
create table survey_answer (
  id uuid primary key,
  questionnaire_key text not null,
  version bigint not null,
  submitted_on date not null,
  answers_sealed text not null
);
create index survey_answer_newest on survey_answer (questionnaire_key, submitted_on);
create index survey_answer_day on survey_answer (submitted_on);

-- Which sessions have had their turn: marks that lead neither to a person nor to an answer.
create table survey_turn (
  questionnaire_key text not null,
  session_mark text not null,
  answers_mark text not null,
  submitted_at timestamptz not null,
  primary key (questionnaire_key, session_mark)
);
create index survey_turn_submitted on survey_turn (submitted_at);
