/** Limits and how they came about. */
import { personalDataOf, type InWords, type PersonalTable, type Row } from "#server/personal-data/index.ts";
import { formatDate, type BusinessDate } from "#shared/dates.ts";
import { say } from "#shared/texts.ts";
import type { FreezeCause, ScoreFactor } from "../score-contract.ts";
import { factorText, scoreTexts, signed } from "../texts.ts";
import { freezeText } from "./freeze-texts.ts";

interface Counted {
  factor: ScoreFactor;
  points: number;
  until?: BusinessDate | null;
}

/** Each factor on a line, with its points and the day from which it counts for nothing. */
const factorsBy =
  (countedIn: (row: Row) => readonly Counted[]): InWords =>
  (_services, row, language) =>
    countedIn(row)
      .map(({ factor, points, until }) =>
        [
          `${say(factorText(factor), language)}: ${say(scoreTexts.signed, language, { points: signed(points) })}`,
          ...(until ? [say(scoreTexts.until, language, { date: formatDate(until, language) })] : []),
        ].join(" · "),
      )
      .join("\n");

const factorsOfScore = factorsBy((row) =>
  (row["factors"] as (Omit<Counted, "factor"> & { code: ScoreFactor })[]).map(({ code, ...counted }) => ({
    ...counted,
    factor: code,
  })),
);
const factorsOfChange = factorsBy((row) => (row["why"] as { reasons: readonly Counted[] }).reasons);

const freezeInWords: InWords = (_services, { cause, endsAt }, language) =>
  freezeText({ cause: cause as FreezeCause, endsAt: (endsAt as Date | null)?.toISOString() ?? null }, language);

const tables: readonly PersonalTable[] = [
  {
    table: "credit_limit_reservation",
    title: { id: "Limit yang dipakai", en: "Limit in use", zh: "已用额度" },
    shows: ["loanId", "amountRupiah", "createdAt", "releasedAt"],
    keeps: "LOAN",
  },
  {
    table: "credit_limit_change",
    inWords: { "why.reasons": factorsOfChange },
    title: { id: "Perubahan limit", en: "Changes of the limit", zh: "额度变动" },
    shows: ["id", "kind", "cause", "fromRupiah", "toRupiah", "changedAt", "why"],
    keeps: "LOAN",
  },
  {
    table: "credit_limit_score",
    inWords: { factors: factorsOfScore },
    title: { id: "Skor kredit", en: "Credit score", zh: "信用评分" },
    shows: ["id", "score", "band", "factors", "scoredAt"],
    withholds: { UPKEEP: ["key"] },
    keeps: "LOAN",
  },
  {
    table: "credit_limit_freeze",
    inWords: { cause: freezeInWords },
    title: { id: "Pembekuan limit", en: "Freezes of the limit", zh: "额度冻结" },
    shows: ["id", "cause", "sinceAt", "endsAt", "endedAt"],
    keeps: "LOAN",
  },
  {
    table: "credit_limit_bureau",
    title: { id: "Kata biro kredit terakhir", en: "What the credit bureau said last", zh: "征信机构最近的结果" },
    shows: ["score", "instalmentsRupiah", "reportedOn"],
    keeps: "LOAN",
  },
  {
    table: "credit_limit",
    title: { id: "Limit", en: "Limit", zh: "额度" },
    shows: [
      "creditRupiah",
      "temporaryRupiah",
      "temporaryUntil",
      "usedRupiah",
      "score",
      "band",
      "affordableRupiah",
      "updatedAt",
    ],
    withholds: { UPKEEP: ["keptRupiah", "monthOf", "monthRupiah", "refreshDueAt", "refreshCause"] },
    keeps: "LOAN",
  },
];

export const personalData = personalDataOf(tables);
