/** Gathers what score and limit are computed from. */
import { absorbedByEach } from "#features/account/account-merge/server/index.ts";
import { foundCounts } from "#features/account/lookup/server/index.ts";
import { incomesOfEach } from "#features/account/profile/server/index.ts";
import { affordabilityBasis, type AffordabilityBasis } from "#features/credit/loan/server/index.ts";
import { openAccountsAmong } from "#server/account-questions.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { earlierDate, type BusinessDate } from "#shared/dates.ts";
import { addedIncomeOfEach, loanHistories } from "./questions.ts";
import { affordableLimit } from "./rules.ts";
import { latenessOf, type ScoredLoan, type ScoreFacts } from "./score.ts";
import { scoreRows } from "./score-rows.ts";
import type { BureauRow } from "./records.ts";
import { bureausOfEach } from "./score-store.ts";

export interface LimitFacts {
  score: ScoreFacts;
  /** The limit that the income allows after instalments elsewhere. */
  affordableRupiah: number;
}

/** The facts of each of these borrowers as they stand; one whose account is not open or who has no whole profile is absent. */
export async function gatherFactsOfEach(
  services: Services,
  reader: Reader,
  borrowerIds: readonly string[],
): Promise<Map<string, LimitFacts>> {
  if (borrowerIds.length === 0) return new Map();
  const incomes = await incomesOfEach(services, reader, borrowerIds);
  const open = await services.ask(openAccountsAmong)(reader, borrowerIds);
  const ids = borrowerIds.filter((id) => incomes.has(id) && open.has(id));
  if (ids.length === 0) return new Map();
  const bureaus = await bureausOfEach(reader, ids);
  const added = await addedIncomeOfEach(services, reader, ids);
  const absorbed = await absorbedByEach(reader, ids);
  const accountsOf = (id: string): string[] => [id, ...(absorbed.get(id) ?? []).slice(0, maxAbsorbed)];
  const histories = await services.ask(loanHistories)(services, reader, ids.flatMap(accountsOf));
  const sources = await foundCounts(reader, ids, services.clock.now());
  const basis = await affordabilityBasis(services, reader);
  return new Map(
    ids.map((id) => {
      const bureau = bureaus.get(id) ?? null;
      const score = bureau?.score ?? null;
      return [
        id,
        {
          score: {
            loans: accountsOf(id).flatMap((account) => histories.get(account) ?? []),
            bureau: bureau && score !== null ? { score, reportedOn: bureau.reportedOn } : null,
            sources: sources.get(id) ?? 0,
          },
          affordableRupiah: affordableBy(basis, (incomes.get(id) ?? 0) + added(id), bureau),
        },
      ];
    }),
  );
}

/** The same of one borrower; null where there are none. */
export const gatherLimitFacts = async (
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<LimitFacts | null> => (await gatherFactsOfEach(services, reader, [borrowerId])).get(borrowerId) ?? null;

/** More accounts than a person ever merged into one. */
const maxAbsorbed = 50;

/** The limit (rupiah) that an income allows, less the instalments elsewhere in the bureau's last report; older reports than the score do not count. */
export const affordableOf = async (
  services: Services,
  reader: Reader,
  monthlyIncomeRupiah: number,
  bureau: BureauRow | null,
): Promise<number> => affordableBy(await affordabilityBasis(services, reader), monthlyIncomeRupiah, bureau);

function affordableBy(basis: AffordabilityBasis, monthlyIncomeRupiah: number, bureau: BureauRow | null): number {
  const begun = scoreRows[0]?.from ?? "";
  const counted = bureau && bureau.reportedOn >= begun ? bureau.instalmentsRupiah : 0;
  return affordableLimit({ ...basis, monthlyIncomeRupiah, otherInstalmentsRupiah: counted });
}

/** The oldest due date with something open, today or ahead; null where nothing is owed. */
export const oldestUnpaidDay = (loans: readonly ScoredLoan[]): BusinessDate | null =>
  loans
    .flatMap(({ rows }) => rows.flatMap(({ dueOn, paidOn }) => (paidOn === null ? [dueOn] : [])))
    .reduce<BusinessDate | null>((first, date) => (first === null ? date : earlierDate(first, date)), null);

/** The last day on which something was overdue: today while something is; null where nothing ever was. */
export const lastLateOn = (loans: readonly ScoredLoan[], today: BusinessDate): BusinessDate | null =>
  loans
    .flatMap((loan) => latenessOf(loan, today))
    .reduce<BusinessDate | null>((last, { curedOn }) => {
      const on = curedOn ?? today;
      return last === null || on > last ? on : last;
    }, null);
