/** The score as its owner sees it. */
import { foundKinds } from "#features/account/lookup/server/index.ts";
import { loansInView, type LoanRow } from "#features/credit/loan/server/index.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { addMonths, dateInWib, instantOf, type BusinessDate } from "#shared/dates.ts";
import type { CreditScoreAnswer, ScoreHelp } from "../score-contract.ts";
import { freezesOf } from "./freeze-store.ts";
import { nextLimit } from "./limit-rule.ts";
import { firstOfMonth } from "./limits.ts";
import { loanHistories } from "./questions.ts";
import { nextMonthly } from "./refreshing.ts";
import { latenessOf, type ScoredLoan } from "./score.ts";
import { limitRows, rowsOn, scoreRows } from "./score-rows.ts";
import type { ScoreRow } from "./records.ts";
import { newestScores } from "./score-store.ts";
import { findLimit, type LimitRecord } from "./store.ts";

const monthsShown = 12;
/** More than a year of refreshes, also where each month had several. */
const maxScores = 200;

export async function scoreAnswer(services: Services, reader: Reader, borrowerId: string): Promise<CreditScoreAnswer> {
  const now = services.clock.now();
  const today = dateInWib(now);
  const [limit, scores, standing, loans, found, histories] = await Promise.all([
    findLimit(reader, borrowerId),
    newestScores(reader, borrowerId, maxScores),
    freezesOf(reader, borrowerId),
    loansInView(reader, borrowerId),
    foundKinds(reader, borrowerId, now),
    services.ask(loanHistories)(services, reader, [borrowerId]),
  ]);
  const freezes = standing.map(({ cause, sinceAt, endsAt }) => ({
    cause,
    since: sinceAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
  }));
  const [newest] = scores;
  return {
    score: newest?.score ?? null,
    band: newest?.band ?? null,
    asOf: newest?.scoredAt.toISOString() ?? null,
    nextRefreshOn: limit?.refresh ? dateInWib(nextMonthly(now)) : null,
    factors: newest?.factors ?? [],
    months: monthsOf(scores, today),
    helps: newest ? helpsOf(newest, { loans, histories: histories.get(borrowerId) ?? [] }, found.length, today) : [],
    nextLimitRupiah: limit && newest ? limitOfNextMonth(limit, newest, today) : null,
    freezes,
  };
}

/** The score at the end of each of the last months; of this one, now. */
function monthsOf(scores: readonly ScoreRow[], today: BusinessDate): CreditScoreAnswer["months"] {
  return Array.from({ length: monthsShown }, (_, index) => {
    const month = addMonths(firstOfMonth(today), index - monthsShown + 1);
    const end = instantOf(addMonths(month, 1));
    return { month, score: scores.find(({ scoredAt }) => scoredAt < end)?.score ?? null };
  });
}

/** The limit after the next monthly refresh if score and income do not change. */
function limitOfNextMonth(limit: LimitRecord, { band }: ScoreRow, today: BusinessDate): number {
  const { creditRupiah, usedRupiah, keptRupiah } = limit;
  const input = { band, usedRupiah, keptRupiah, affordableRupiah: limit.affordableRupiah ?? creditRupiah };
  const standing = { nowRupiah: creditRupiah, monthRupiah: creditRupiah };
  return nextLimit({ ...input, standing }, rowsOn(limitRows, today)).rupiah;
}

function helpsOf(
  { factors }: ScoreRow,
  { loans, histories }: { loans: readonly LoanRow[]; histories: readonly ScoredLoan[] },
  foundSources: number,
  today: BusinessDate,
): ScoreHelp[] {
  const { sources } = rowsOn(scoreRows, today);
  // Asked today: the score is that of its last refresh, and the bill may have been paid since.
  const isLate =
    loans.some(({ state }) => state === "WRITTEN_OFF") ||
    histories.some((loan) => latenessOf(loan, today).some(({ curedOn }) => curedOn === null));
  const isRunning = loans.some(({ state }) => state === "ACTIVE");
  return [
    ...(isLate ? (["PAY_NOW"] as const) : []),
    ...(isRunning ? (["PAY_IN_TIME"] as const) : []),
    ...(foundSources * sources.points < sources.max ? (["CONNECT_SOURCE"] as const) : []),
    ...(factors.some(({ points, until }) => points < 0 && until !== null) ? (["WAIT"] as const) : []),
  ];
}
