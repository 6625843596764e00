/** The credit limit follows from what the borrower told: assessed when identity and profile are whole, and again when the income changes. */
import { identityVerified, isIdentityComplete } from "#features/account/identity/server/index.ts";
import { profileOf, profileSaved } from "#features/account/profile/server/index.ts";
import { affordabilityBasis } from "#features/credit/loan/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import { after, within } from "#server/domain-events.ts";
import type { Services } from "#server/services.ts";
import { affordableLimit } from "./rules.ts";
import { currentLimits, setCreditLimit } from "./limits.ts";

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
  const profile = await profileOf(services, trx, borrowerId);
  if (!profile) return;
  if (!(await isIdentityComplete(trx, borrowerId))) return;
  const { assessed } = await currentLimits(services, trx, borrowerId);
  if (assessed && !change.income) return;
  const basis = await affordabilityBasis(services, trx);
  const creditRupiah = affordableLimit({
    ...basis,
    monthlyIncomeRupiah: profile.monthlyIncomeRupiah,
    otherInstalmentsRupiah: 0,
  });
  await setCreditLimit(services, trx, borrowerId, creditRupiah, assessed ? "SCORE_REFRESHED" : "FIRST_ASSESSMENT");
}

export const assessments = [
  // A limit that does not follow from the income that stands would be lent on.
  within(profileSaved, "limit-of-profile", async (services, trx, { borrowerId, isComplete, isIncomeChanged }) => {
    if (isComplete) await assessLimit(services, trx, borrowerId, { income: isIncomeChanged });
    return "DONE";
  }),
  // A verified identity may make the profile enough for a first limit.
  after(identityVerified, "limit-of-identity", (services, trx, { borrowerId }) =>
    assessLimit(services, trx, borrowerId, { income: false }),
  ),
];
