/** Links sent to a borrower; the data given through them is in the tables of its own domain. */
import { personalDataOf, type InWords } from "#server/personal-data/index.ts";
import { say, type Text } from "#shared/texts.ts";
import { itemText, fillLinkStateTexts } from "../texts.ts";
import { wordFromTexts } from "#server/personal-data/index.ts";
import { fillLinkCauseTexts } from "../texts.ts";

/** Names of what was asked for, in the reader's language. */
const askedInWords: InWords = (_services, { asked }, language) =>
  (asked as readonly string[]).map((item) => say(itemText(item) as Text, language)).join(", ");

export const personalData = personalDataOf([
  {
    table: "fill_link",
    title: { id: "Tautan pengisian", en: "Fill-in links", zh: "补充资料链接" },
    inWords: {
      asked: askedInWords,
      state: wordFromTexts("state", fillLinkStateTexts),
      cause: wordFromTexts("cause", fillLinkCauseTexts),
    },
    shows: ["id", "state", "cause", "asked", "madeAt", "endsAt", "provenAt", "endedAt"],
    withholds: { FINDER: ["numberMark"], FRAUD: ["attemptsLeft"] },
    keeps: "NOTHING",
  },
]);
