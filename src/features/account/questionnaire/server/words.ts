/** Console words for this domain's events and facts. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  QUESTIONNAIRE_INVITED: { id: "Diundang mengisi kuesioner", en: "Invited to a questionnaire", zh: "受邀填写问卷" },
  QUESTIONNAIRE_ANSWERED: { id: "Kuesioner diisi", en: "Questionnaire answered", zh: "已填写问卷" },
});

const facts = defineTexts({
  questionnaire: { id: "kuesioner", en: "questionnaire", zh: "问卷" },
});

export const words: ConsoleWords = { happenings, facts };
