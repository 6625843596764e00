/** The tables of limits and how they came about. */
import type { InWords, PersonalRow } from "#server/personal-data/index.ts";
import { code, json, narrowed, owner, shown, upkeep } from "#server/records/columns.ts";
import { defineRecord, type RowOf } from "#server/records/record.ts";
import { formatDate, type BusinessDate } from "#shared/dates.ts";
import { say } from "#shared/texts.ts";
import { limitChangeCauses, limitKinds, type WhyChanged } from "../contract.ts";
import { scoreBands, type FreezeCause, type ScoreFactor } from "../score-contract.ts";
import { factorText, scoreTexts, signedPoints } from "../texts.ts";
import { freezeText } from "./freeze-texts.ts";
import type { CountedFactor } from "./score.ts";

interface Counted {
  factor: ScoreFactor;
  points: number;
  until?: BusinessDate | null;
}

/** Each factor on a line, with its points and the day from which it counts for nothing. */
const factorsBy =
  (countedIn: (row: PersonalRow) => readonly Counted[]): InWords =>
  (_services, row, language) =>
    countedIn(row)
      .map(({ factor, points, until }) =>
        [
          `${say(factorText(factor), language)}: ${say(scoreTexts.signed, language, { points: signedPoints(points) })}`,
          ...(until ? [say(scoreTexts.until, language, { date: formatDate(until, language) })] : []),
        ].join(" · "),
      )
      .join("\n");

const factorsOfScore = factorsBy((row) =>
  (row["factors"] as CountedFactor[]).map(({ code: factor, ...counted }) => ({ ...counted, factor })),
);
const factorsOfChange = factorsBy((row) => (row["why"] as WhyChanged).reasons);

const freezeInWords: InWords = (_services, { cause, endsAt }, language) =>
  freezeText({ cause: cause as FreezeCause, endsAt: (endsAt as Date | null)?.toISOString() ?? null }, language);

const reservationTable = defineRecord("credit_limit_reservation", {
  title: { id: "Limit yang dipakai", en: "Limit in use", zh: "已用额度" },
  keeps: "LOAN",
  columns: {
    borrowerId: owner(),
    loanId: shown(),
    amountRupiah: shown(),
    createdAt: shown(),
    releasedAt: shown({ id: "Dilepas pada", en: "Released at", zh: "释放时间" }),
  },
});

export const changeTable = defineRecord("credit_limit_change", {
  title: { id: "Perubahan limit", en: "Changes of the limit", zh: "额度变动" },
  keeps: "LOAN",
  inWords: { "why.reasons": factorsOfChange },
  columns: {
    borrowerId: owner(),
    id: shown(),
    kind: code(limitKinds),
    cause: code(limitChangeCauses),
    fromRupiah: shown({ id: "Dari", en: "From", zh: "由" }),
    toRupiah: shown({ id: "Menjadi", en: "To", zh: "变为" }),
    changedAt: shown(),
    // Null where a person or another account decided it, and in changes from before there was a score.
    why: json<WhyChanged | null>({ id: "Sebab perubahan", en: "Why it changed", zh: "变动原因" }),
  },
});
export type ChangeRow = RowOf<typeof changeTable>;

export const scoreTable = defineRecord("credit_limit_score", {
  title: { id: "Skor kredit", en: "Credit score", zh: "信用评分" },
  keeps: "LOAN",
  inWords: { factors: factorsOfScore },
  columns: {
    borrowerId: owner(),
    id: shown(),
    score: shown(),
    band: code(scoreBands),
    factors: json<CountedFactor[]>({ id: "Yang membentuk skor", en: "What the score is made of", zh: "评分构成" }),
    scoredAt: shown({ id: "Dihitung pada", en: "Computed at", zh: "计算时间" }),
    // The id of its refresh: a repeat finds the row.
    key: upkeep(),
  },
});
export type ScoreRow = RowOf<typeof scoreTable>;

export const freezeTable = defineRecord("credit_limit_freeze", {
  title: { id: "Pembekuan limit", en: "Freezes of the limit", zh: "额度冻结" },
  keeps: "LOAN",
  inWords: { cause: freezeInWords },
  columns: {
    borrowerId: owner(),
    id: shown(),
    cause: narrowed<FreezeCause>(),
    sinceAt: shown({ id: "Sejak", en: "Since", zh: "开始时间" }),
    // Only the borrower's own pause ends on a given day.
    endsAt: shown(),
    endedAt: shown(),
  },
});
export type FreezeRow = Pick<RowOf<typeof freezeTable>, "id" | "cause" | "sinceAt" | "endsAt">;

export const bureauTable = defineRecord("credit_limit_bureau", {
  title: { id: "Kata biro kredit terakhir", en: "Latest report of the credit bureau", zh: "征信机构最近的结果" },
  keeps: "LOAN",
  // Instalments elsewhere each month.
  columns: {
    borrowerId: owner(),
    score: shown(),
    instalmentsRupiah: shown(),
    reportedOn: shown({ id: "Dilaporkan pada", en: "Reported on", zh: "报告日" }),
  },
});
export type BureauRow = Omit<RowOf<typeof bureauTable>, "borrowerId">;

export const refreshCauses = ["MONTH", "LOAN_ENDED", "LATE", "BUREAU"] as const;
export type RefreshCause = (typeof refreshCauses)[number];
export const limitTable = defineRecord("credit_limit", {
  title: { id: "Limit", en: "Limit", zh: "额度" },
  keeps: "LOAN",
  columns: {
    borrowerId: owner(),
    creditRupiah: shown({ id: "Limit kredit", en: "Credit limit", zh: "信用额度" }),
    temporaryRupiah: shown({ id: "Limit sementara", en: "Temporary limit", zh: "临时额度" }),
    temporaryUntil: shown({ id: "Limit sementara sampai", en: "Temporary limit until", zh: "临时额度至" }),
    usedRupiah: shown(),
    score: shown(),
    band: code(scoreBands),
    // The ceiling that the income allows, by the last refresh.
    affordableRupiah: shown(),
    updatedAt: shown(),
    // A limit from before there was a score; 0 where none is kept.
    keptRupiah: upkeep(),
    // The first day of the month at whose beginning the limit was `month_rupiah`.
    monthOf: upkeep(),
    monthRupiah: upkeep(),
    refreshDueAt: upkeep(),
    refreshCause: upkeep(narrowed<RefreshCause>()),
  },
});

export const records = [reservationTable, changeTable, scoreTable, freezeTable, bureauTable, limitTable];
