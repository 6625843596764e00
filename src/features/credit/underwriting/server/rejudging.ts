/**
 * A case that waits for staff only because of a short or low score is approved once two sources confirm the income.
 * Information added later has no other effect: it never refuses a case or sends it to staff. // Spec account 7,
 * docs/decisions/071
 */
import { accountRead } from "#features/account/linking/server/index.ts";
import { lookupFound } from "#features/account/lookup/server/index.ts";
import { withdrawDocumentRequest } from "#features/account/document/server/index.ts";
import { findLoan, lockLoan } from "#features/credit/loan/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import { after } from "#server/events/domain-events.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { closeCase, sealedReport } from "./decision.ts";
import { FactsMissing, gatherApplicationFacts } from "./facts.ts";
import { isWaived, judgeApplication } from "./rules.ts";
import { casesOfBorrower, findCase, insertFindings, lockCase, rulesInForce, type CaseRow } from "./store.ts";

/** Reads the newest cases; an open one is always among them. */
const maxCases = 3;

const mayPass = ({ state, reviewRules }: CaseRow): boolean =>
  (state === "WAITING" || state === "ASKED") && isWaived(reviewRules);

/** Runs the rules again on the borrower's open case, with the bureau report that it has. */
export async function rejudgeCases(services: Services, trx: Transaction, borrowerId: string): Promise<void> {
  for (const found of await casesOfBorrower(trx, borrowerId, maxCases)) {
    if (!mayPass(found)) continue;
    await lockLoan(trx, borrowerId, found.loanId);
    const sources = await confirmation(services, trx, found);
    if (!sources) continue;
    await withdrawDocumentRequest(services, trx, borrowerId, found.id);
    await lockCase(trx, borrowerId, found.id);
    const row = await findCase(trx, found.id);
    if (!row || !mayPass(row)) continue;
    const outcome = { outcome: "APPROVED", actor: "SYSTEM", cause: "RULES", reasons: [], reviewRules: [] } as const;
    const done = await closeCase(services, trx, row, { ...outcome, tryAgainOn: null, affordableRupiah: null });
    if (done) await insertFindings(trx, borrowerId, row.id, [sources], services.clock.now());
  }
}

/** The finding by which the case passes; null where it does not pass by today's facts. */
async function confirmation(services: Services, trx: Transaction, { borrowerId, id, loanId, bureauReport }: CaseRow) {
  const loan = await findLoan(trx, borrowerId, loanId);
  // Without a report the case has other open rules than the score.
  if (!loan || bureauReport === null) return null;
  const cipher = await services.keys.borrowerKeys.cipher(trx, borrowerId);
  const report = sealedReport.open(cipher, id, bureauReport);
  const facts = await gatherApplicationFacts(services, trx, loan, report).catch((error: unknown) => {
    if (error instanceof FactsMissing) return null;
    throw error;
  });
  if (!facts) return null;
  const today = dateInWib(services.clock.now());
  const { outcome, findings } = judgeApplication(facts, await rulesInForce(trx, today), today);
  return outcome === "APPROVED" ? (findings.find(({ rule }) => rule === "CONFIRMED_SOURCES") ?? null) : null;
}

export const judgements = [
  after(lookupFound, "underwriting-lookup", (services, trx, { borrowerId }) => rejudgeCases(services, trx, borrowerId)),
  after(accountRead, "underwriting-link", (services, trx, { borrowerId }) => rejudgeCases(services, trx, borrowerId)),
];
