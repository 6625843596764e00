/** Console words for awards. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { texts } from "../texts.ts";

const { GIVE, REFUSE, SAME_PERSON, ARRANGED, FALSE_DETAILS, TERMS_NOT_MET, reasonCode, decision } = texts;

export const words: ConsoleWords = {
  codes: { GIVE, REFUSE, SAME_PERSON, ARRANGED, FALSE_DETAILS, TERMS_NOT_MET },
  facts: { reasonCode, decision },
};
