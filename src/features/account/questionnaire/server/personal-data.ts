/** What a person was asked and told. Surveys and counts are nobody's. */
import { personalDataOf, type PersonalTable, type Row } from "#server/personal-data/index.ts";

const ofQuestionnaire = (row: Row): string => String(row["questionnaire_key"]);

const tables: readonly PersonalTable[] = [
  {
    table: "questionnaire_invitation",
    title: { id: "Kuesioner", en: "Questionnaires", zh: "问卷" },
    shows: [
      "questionnaire_key",
      "event_type",
      "invited_at",
      "expires_at",
      "saved_at",
      "submitted_at",
      "submitted_version",
    ],
    sealed: {
      draft_sealed: { holds: "draft", row: ofQuestionnaire },
      review_draft_sealed: { holds: "reviewDraft", row: ofQuestionnaire },
      answers_sealed: { holds: "answers", row: ofQuestionnaire },
      review_answers_sealed: { holds: "reviewAnswers", row: ofQuestionnaire },
    },
    keeps: "NOTHING",
  },
  {
    table: "questionnaire_consent",
    title: { id: "Persetujuan kuesioner", en: "Consents of questionnaires", zh: "问卷同意书" },
    shows: [
      "id",
      "questionnaire_key",
      "text_key",
      "text_version",
      "text_language",
      "text_hash",
      "given_at",
      "withdrawn_at",
    ],
    keeps: "NOTHING",
    // That somebody agreed is proven as long as it may be asked for.
    retains: { kind: "QUESTIONNAIRE_CONSENT", rule: "CONSENT_PROOF" },
  },
  {
    table: "questionnaire_pause",
    title: { id: "Undangan terakhir", en: "Last invitation", zh: "最近邀请" },
    shows: ["invited_at"],
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
