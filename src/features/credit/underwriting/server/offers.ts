/** Information that a borrower may add where it can change the result: while only the score is open, and after a refusal that evidence of income can reverse. // Spec account 8, docs/decisions/071 */
import type { OfferOption } from "#features/account/document/contract.ts";
import { borrowerDocumentsOf, offerInformation } from "#features/account/document/server/index.ts";
import { statedIncomesOf } from "#features/account/profile/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { RejectReason, RuleName } from "../contract.ts";
import { isWaived } from "./rules.ts";
import type { CaseRow } from "./store.ts";

const inReview: readonly OfferOption[] = [
  "LOOKUP_BPJS",
  "LINK_OPEN_FINANCE",
  "DOCUMENT_BANK_STATEMENT",
  "DOCUMENT_EMPLOYMENT_INSURANCE_CARD",
  "COMPETITORS",
  "SOCIAL",
];
/** Options that prove an income. */
const evidence: readonly OfferOption[] = [
  "LOOKUP_BPJS",
  "LINK_OPEN_FINANCE",
  "DOCUMENT_SALARY_SLIP",
  "DOCUMENT_BANK_STATEMENT",
];
/** If these are the only reasons of the refusal, the same application may be sent again at once. */
const mayTurn: readonly RejectReason[] = ["EVIDENCE", "BURDEN_OF_THIS_LOAN"];
/** Fewer are no choice. */
const minOptions = 2;

/** During the review, existing information is not offered again. */
export async function offerInReview(
  services: Services,
  trx: Transaction,
  { borrowerId, id: subjectId }: Pick<CaseRow, "borrowerId" | "id">,
  reviewRules: readonly RuleName[],
): Promise<void> {
  if (!isWaived(reviewRules)) return;
  const documents = (await borrowerDocumentsOf(trx, borrowerId)).map(({ kind }) => `DOCUMENT_${kind}`);
  const sources = (await statedIncomesOf(services, trx, borrowerId)).map(({ source }) =>
    source === "BPJS" ? "LOOKUP_BPJS" : "LINK_OPEN_FINANCE",
  );
  const there: readonly string[] = [...documents, ...sources];
  const options = inReview.filter((option) => !there.includes(option));
  if (options.length < minOptions) return;
  await offerInformation(services, trx, { borrowerId, subjectId, kind: "REVIEW", options });
}

/** Offers all options after a refusal: also those used before, because an unreadable document can be sent again. */
export async function offerAfterRejection(
  services: Services,
  trx: Transaction,
  { borrowerId, id: subjectId }: Pick<CaseRow, "borrowerId" | "id">,
  reasons: readonly RejectReason[],
): Promise<void> {
  if (reasons.length === 0 || !reasons.every((reason) => mayTurn.includes(reason))) return;
  await offerInformation(services, trx, { borrowerId, subjectId, kind: "REOFFER", options: evidence });
}
