/** Score and freezes of a borrower, for the overview in the console. */
import type { BorrowerFigureSource } from "#server/console/questions.ts";
import { defineTexts } from "#shared/texts.ts";
import { freezesOf } from "./freeze-store.ts";
import { newestScores } from "./score-store.ts";
import { freezeCauseTexts } from "./words.ts";

const texts = defineTexts({
  SCORE: { id: "Skor", en: "Score", zh: "评分" },
  FREEZES: { id: "Pembekuan limit", en: "Freezes of the limit", zh: "额度冻结" },
});

/** Causes of a freeze, for staff. */
const causes = defineTexts({
  ...freezeCauseTexts,
  STAFF: { id: "keputusan petugas", en: "decision of staff", zh: "工作人员决定" },
  BORROWER: { id: "jeda sendiri", en: "own pause", zh: "自行暂停" },
});

export const figures: BorrowerFigureSource = async (_services, reader, borrowerId) => {
  const [[score], freezes] = await Promise.all([newestScores(reader, borrowerId, 1), freezesOf(reader, borrowerId)]);
  const to = `/staff/borrowers/${borrowerId}/limit` as const;
  const [freeze] = freezes;
  return [
    ...(score
      ? [
          {
            group: "CREDIT" as const,
            key: "SCORE",
            text: texts.SCORE,
            count: score.score,
            note: { id: score.band, en: score.band, zh: score.band },
            to,
          },
        ]
      : []),
    ...(freeze
      ? [
          {
            group: "CREDIT" as const,
            key: "FREEZES",
            text: texts.FREEZES,
            count: freezes.length,
            note: causes[freeze.cause],
            tone: "bad" as const,
            to,
          },
        ]
      : []),
  ];
};
