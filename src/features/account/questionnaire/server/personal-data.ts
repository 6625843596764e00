/** Registry of a person's questions and answers. Surveys and counts are anonymous. */
import { personalDataOf, type InWords, type PersonalTable, type PersonalRow } from "#server/personal-data/index.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import type { AnswerGiven } from "../contract.ts";
import { findDefined } from "./catalogue.ts";
import { inWords } from "./review.ts";

const ofQuestionnaire = (row: PersonalRow): string => String(row["questionnaireKey"]);
/** Sealed with the consent's key: destroying the key makes it unreadable. */
const ofConsent = (row: PersonalRow): string | null => row["consentId"] as string | null;

const definedOf = (services: Services, row: PersonalRow, language: Language) =>
  findDefined(services, services.database, String(row["questionnaireKey"]), { language, brand: services.brands[0]! });

/** Questions with their answers, by the words of today's version. */
const answersIn =
  (field: string): InWords =>
  async (services, row, language) => {
    const questions = (await definedOf(services, row, language))?.questions ?? [];
    const given = JSON.parse(String(row[field])) as AnswerGiven[];
    return given
      .map((one) => inWords(questions, one))
      .map(({ question, answer }) => `${question} ${answer}`)
      .join("\n");
  };

const tables: readonly PersonalTable[] = [
  {
    table: "questionnaire_invitation",
    title: { id: "Kuesioner", en: "Questionnaires", zh: "问卷" },
    inWords: {
      questionnaireKey: async (services, row, language) => (await definedOf(services, row, language))?.title ?? null,
      submittedVersion: () => null,
      draft: answersIn("draft"),
      reviewDraft: answersIn("reviewDraft"),
      answers: answersIn("answers"),
      reviewAnswers: answersIn("reviewAnswers"),
    },
    shows: [
      "questionnaireKey",
      "eventType",
      "invitedAt",
      "expiresAt",
      "savedAt",
      "submittedAt",
      "submittedVersion",
      "consentId",
    ],
    sealed: {
      draftSealed: { holds: "draft", row: ofQuestionnaire },
      reviewDraftSealed: { holds: "reviewDraft", row: ofQuestionnaire, keyOf: ofConsent },
      answersSealed: { holds: "answers", row: ofQuestionnaire },
      reviewAnswersSealed: { holds: "reviewAnswers", row: ofQuestionnaire, keyOf: ofConsent },
    },
    keeps: "NOTHING",
  },
  {
    table: "questionnaire_consent",
    // Consents from before they were stored with all others; none is added.
    title: { id: "Persetujuan kuesioner", en: "Consents of questionnaires", zh: "问卷同意书" },
    shows: ["id", "questionnaireKey", "textKey", "textVersion", "textLanguage", "textHash", "givenAt", "withdrawnAt"],
    keeps: "NOTHING",
    // The agreement is proven for as long as it may be asked for.
    retains: { kind: "QUESTIONNAIRE_CONSENT", rule: "CONSENT_PROOF" },
  },
  {
    table: "questionnaire_pause",
    title: { id: "Undangan terakhir", en: "Last invitation", zh: "最近邀请" },
    shows: ["invitedAt"],
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
