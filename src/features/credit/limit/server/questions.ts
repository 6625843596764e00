/** Questions of other domains about scores and freezes, and questions of the score to domains above it. */
import type { Reader } from "#server/database.server.ts";
import { defineQuestion } from "#server/questions.ts";
import type { Services } from "#server/services.ts";
import { sumRupiah } from "#shared/money.ts";
import type { FreezeCause, ScoreBand } from "../score-contract.ts";
import type { ScoredLoan } from "./score.ts";

export interface CreditScore {
  /** 300 to 850; null before the first assessment. */
  score: number | null;
  band: ScoreBand | null;
}

export interface LimitFreeze {
  cause: FreezeCause;
  /** Null if it ends by an action of the borrower or staff, and not by a day. */
  endsAt: Date | null;
}

/** Asked by limits: extra monthly income of several borrowers on top of the profile, in whole rupiah; a borrower without any is absent. */
export const addedIncomes = defineQuestion<
  (services: Services, reader: Reader, borrowerIds: readonly string[]) => Promise<ReadonlyMap<string, number>>
>("added-incomes", "MANY");

/** Asked by limits, of membership: whether the borrower's level has the right to temporary limits. */
export const temporaryLimitRight = defineQuestion<
  (services: Services, reader: Reader, borrowerId: string) => Promise<boolean>
>("temporary-limit-right", "ONE");

/** All of it together, of each of these borrowers. */
export async function addedIncomeOfEach(
  services: Services,
  reader: Reader,
  borrowerIds: readonly string[],
): Promise<(borrowerId: string) => number> {
  const added = await Promise.all(services.ask(addedIncomes).map((incomes) => incomes(services, reader, borrowerIds)));
  return (borrowerId) => sumRupiah(added.map((incomes) => incomes.get(borrowerId) ?? 0));
}

export const addedIncome = async (services: Services, reader: Reader, borrowerId: string): Promise<number> =>
  (await addedIncomeOfEach(services, reader, [borrowerId]))(borrowerId);

/** The borrower's own score as it stands at `at`. */
export const creditScore = defineQuestion<(reader: Reader, borrowerId: string, at: Date) => Promise<CreditScore>>(
  "credit-score",
  "ONE",
);

/** The freezes in force now: while there is one, nothing can be borrowed. */
export const limitFreezes = defineQuestion<(reader: Reader, borrowerId: string) => Promise<readonly LimitFreeze[]>>(
  "limit-freezes",
  "ONE",
);

/** Asked by the score: the loans of each of these accounts whose money went out, as they were paid until today. */
export const loanHistories = defineQuestion<
  (services: Services, reader: Reader, borrowerIds: readonly string[]) => Promise<ReadonlyMap<string, ScoredLoan[]>>
>("loan-histories", "ONE");
