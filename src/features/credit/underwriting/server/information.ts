/** What follows when something of an offer is there. // Spec account 8, docs/decisions/261 */
import { informationGiven, noteInformation } from "#features/account/document/server/index.ts";
import { accountRead } from "#features/account/linking/server/index.ts";
import { lookupFound } from "#features/account/lookup/server/index.ts";
import { findLoan, saveDraft } from "#features/credit/loan/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import { after } from "#server/domain-events.ts";
import type { Services } from "#server/services.ts";
import { judgeAgain } from "./judging-again.ts";
import { findCase } from "./store.ts";

/** The terms of the refused application, ready to be sent again; for both reasons that is possible from the day of the refusal on. */
async function prefill(services: Services, trx: Transaction, borrowerId: string, caseId: string): Promise<void> {
  const row = await findCase(trx, caseId);
  const loan = row && (await findLoan(trx, borrowerId, row.loanId));
  if (!loan || loan.state !== "REJECTED") return;
  const { principalRupiah: amountRupiah, tenorDays, purpose, bankAccountId } = loan;
  await saveDraft(
    trx,
    borrowerId,
    { amountRupiah, tenorDays, purpose, bankAccountId, discountChoice: null },
    services.clock.now(),
  );
}

export const offerings = [
  after(informationGiven, "underwriting-information", (services, trx, { borrowerId, subjectId, isReoffer }) =>
    isReoffer ? prefill(services, trx, borrowerId, subjectId) : judgeAgain(services, trx, borrowerId),
  ),
  // Look-ups and links know nothing of offers.
  after(lookupFound, "underwriting-offer-lookup", (services, trx, { borrowerId, kind }) =>
    noteInformation(services, trx, borrowerId, `LOOKUP_${kind}`),
  ),
  after(accountRead, "underwriting-offer-link", (services, trx, { borrowerId, kind }) =>
    noteInformation(services, trx, borrowerId, `LINK_${kind}`),
  ),
];
