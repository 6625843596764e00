/** Assesses the credit limit from the profile: first when identity and profile are complete, and again when the income changes. */
import { identityVerified, isIdentityComplete } from "#features/account/identity/server/index.ts";
import { profileSaved } from "#features/account/profile/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import { after, within } from "#server/events/domain-events.ts";
import type { Services } from "#server/services.ts";
import { currentLimits } from "./limits.ts";
import { refreshLimit } from "./refreshing.ts";

/** Assesses the limit if it is due. Debts that the borrower states do not count here; those of the credit bureau do. */
export async function assessLimit(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  change: { income: boolean },
): Promise<void> {
  const { assessed } = await currentLimits(services, trx, borrowerId);
  if (assessed ? !change.income : !(await isIdentityComplete(trx, borrowerId))) return;
  await refreshLimit(services, trx, borrowerId, {
    key: assessed ? `income:${services.random.uuid()}` : "first-assessment",
    cause: assessed ? "SCORE_REFRESHED" : "FIRST_ASSESSMENT",
  });
}

export const assessments = [
  // Otherwise a limit that does not follow from the current income would be used for lending.
  within(profileSaved, "limit-of-profile", async (services, trx, { borrowerId, isComplete, isIncomeChanged }) => {
    if (isComplete) await assessLimit(services, trx, borrowerId, { income: isIncomeChanged });
    return "DONE";
  }),
  // A verified identity may make the profile enough for a first limit.
  after(identityVerified, "limit-of-identity", (services, trx, { borrowerId }) =>
    assessLimit(services, trx, borrowerId, { income: false }),
  ),
];
