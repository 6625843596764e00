/** Gathers what score and limit are computed from. */
import { absorbedBy } from "#features/account/account-merge/server/index.ts";
import { foundKinds } from "#features/account/lookup/server/index.ts";
import { profileOf } from "#features/account/profile/server/index.ts";
import { affordabilityBasis } from "#features/credit/loan/server/index.ts";
import { isOpenAccount } from "#server/account-questions.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { earlierDate, type BusinessDate } from "#shared/dates.ts";
import { addedIncome, loanHistories } from "./questions.ts";
import { affordableLimit } from "./rules.ts";
import { latenessOf, type LoanFacts, type ScoreFacts } from "./score.ts";
import { scoreRows } from "./score-rows.ts";
import { bureauOf, type BureauFacts } from "./score-store.ts";

export interface LimitFacts {
  score: ScoreFacts;
  /** The limit that the income allows after instalments elsewhere. */
  affordableRupiah: number;
}

/** The facts as they stand; null where the account is not open or has no whole profile. */
export async function gatherFacts(services: Services, reader: Reader, borrowerId: string): Promise<LimitFacts | null> {
  const profile = await profileOf(services, reader, borrowerId);
  if (!profile) return null;
  if (!(await services.ask(isOpenAccount)(reader, borrowerId, { isFrozenToo: true }))) return null;
  const bureau = await bureauOf(reader, borrowerId);
  return {
    score: await scoreFactsOf(services, reader, borrowerId, bureau),
    affordableRupiah: await affordableOf(
      services,
      reader,
      profile.monthlyIncomeRupiah + (await addedIncome(services, reader, borrowerId)),
      bureau,
    ),
  };
}

async function scoreFactsOf(
  services: Services,
  reader: Reader,
  borrowerId: string,
  bureau: BureauFacts | null,
): Promise<ScoreFacts> {
  const accounts = [borrowerId, ...(await absorbedBy(reader, borrowerId))];
  const score = bureau?.score ?? null;
  return {
    loans: await services.ask(loanHistories)(services, reader, accounts),
    bureau: bureau && score !== null ? { score, reportedOn: bureau.reportedOn } : null,
    sources: (await foundKinds(reader, borrowerId, services.clock.now())).length,
  };
}

/** The limit (rupiah) that an income allows, less the instalments elsewhere in the bureau's last report; older reports than the score do not count. */
export async function affordableOf(
  services: Services,
  reader: Reader,
  monthlyIncomeRupiah: number,
  bureau: BureauFacts | null,
): Promise<number> {
  const begun = scoreRows[0]?.from ?? "";
  const counted = bureau && bureau.reportedOn >= begun ? bureau.instalmentsRupiah : 0;
  const basis = await affordabilityBasis(services, reader);
  return affordableLimit({ ...basis, monthlyIncomeRupiah, otherInstalmentsRupiah: counted });
}

/** The oldest due date with something open, today or ahead; null where nothing is owed. */
export const unpaidSince = (loans: readonly LoanFacts[]): BusinessDate | null =>
  loans
    .flatMap(({ rows }) => rows.flatMap(({ dueOn, paidOn }) => (paidOn === null ? [dueOn] : [])))
    .reduce<BusinessDate | null>((first, date) => (first === null ? date : earlierDate(first, date)), null);

/** The last day on which something was overdue: today while something is; null where nothing ever was. */
export const lastLateOn = (loans: readonly LoanFacts[], today: BusinessDate): BusinessDate | null =>
  loans
    .flatMap((loan) => latenessOf(loan, today))
    .reduce<BusinessDate | null>((last, { curedOn }) => {
      const on = curedOn ?? today;
      return last === null || on > last ? on : last;
    }, null);
