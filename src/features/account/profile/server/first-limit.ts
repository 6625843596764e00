/** The credit limit follows from what the borrower told: assessed when identity and profile are whole, and again when the income changes. */
import { isIdentityComplete } from "#features/account/identity/server/index.ts";
import { affordableLimit, currentLimits, setCreditLimit } from "#features/credit/limit/server/index.ts";
import { affordabilityBasis } from "#features/credit/loan/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { findProfile } from "./store.ts";

/**
 * Assesses the limit where it is due. What is owed elsewhere does not count here: it is typed, and underwriting sets the
 * bureau's instalments against the income with every application.
 */
export async function assessLimit(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  change: { income: boolean },
): Promise<void> {
  const { answers } = await findProfile(services, trx, borrowerId);
  if (!answers.personal || !answers.home || !answers.work) return;
  if (!(await isIdentityComplete(trx, borrowerId))) return;
  const { assessed } = await currentLimits(services, trx, borrowerId);
  if (assessed && !change.income) return;
  const basis = await affordabilityBasis(services, trx);
  const creditRupiah = affordableLimit({
    ...basis,
    monthlyIncomeRupiah: answers.work.monthlyIncomeRupiah,
    otherInstalmentsRupiah: 0,
  });
  await setCreditLimit(services, trx, borrowerId, creditRupiah, assessed ? "SCORE_REFRESHED" : "FIRST_ASSESSMENT");
}
