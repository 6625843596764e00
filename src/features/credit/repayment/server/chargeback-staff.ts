/** Staff's list of payments that their rail reversed, with a new inquiry and proposals. // docs/decisions/189 */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { transact, type Database } from "#server/database.server.ts";
import { cursorInTime, listPage, placeInTime } from "#server/records/list-page.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { openProposalsAbout, proposeMoney } from "#features/credit/treasury/server/index.ts";
import { askChargeback, listChargebackPayments, proposeSuspenseReversal } from "../staff-contract.ts";
import type { ChargebackPayment } from "../chargeback-contract.ts";
import { findReceipt, type ReceiptRow } from "./collection-store.ts";
import { reversalSubjectOf } from "./reversals.ts";
import { askRail } from "./chargeback.ts";
import { endChargeback, isChargeback, openChargebacks, type ChargebackRow } from "./chargeback-store.ts";

export const chargebackAnswers: readonly CallAnswer[] = [
  answer(listChargebackPayments, async ({ cursor, limit }, { database }) => {
    const rows = await openChargebacks(database, placeInTime(cursor, "RECEIPT"), limit + 1);
    const { page, nextCursor } = listPage(rows, limit, ({ foundAt, receiptId }) => cursorInTime(foundAt, receiptId));
    return { items: await Promise.all(page.map((row) => chargebackView(database, row))), nextCursor };
  }),
  answer(askChargeback, async ({ receiptId }, { services, database, principal, refuse }) => {
    const receipt = await findReceipt(database, receiptId);
    if (!receipt || !(await isChargeback(database, receiptId))) return refuse("NOT_TAKEN_BACK");
    if (receipt.borrowerId) principal.trail?.note({ borrowerId: receipt.borrowerId });
    const word = await askRail(services, receipt);
    if (word === "SILENT") return refuse("RAIL_SILENT");
    if (word === "PAID")
      await transact(database, (trx) => endChargeback(trx, receiptId, "STANDS", services.clock.now()));
    return { stands: word === "PAID" };
  }),
  answer(proposeSuspenseReversal, async ({ receiptId, reason }, { services, trx, principal, refuse }) => {
    const receipt = await findReceipt(trx, receiptId, { lock: true });
    if (receipt?.state !== "UNMATCHED" || !(await isChargeback(trx, receiptId))) return refuse("NOT_TAKEN_BACK");
    if (receipt.borrowerId) principal.trail?.note({ borrowerId: receipt.borrowerId });
    const facts = { loanId: null, reference: receiptId, rail: receipt.rail };
    return proposeMoney(services, trx, principal.staff, {
      deed: "REVERSE_PAYMENT",
      subjectId: receiptId,
      borrowerId: receipt.borrowerId,
      amountRupiah: receipt.amountRupiah,
      facts,
      countsWith: "suspense:taken-back",
      reason,
    });
  }),
];

const places: Record<ReceiptRow["state"], ChargebackPayment["where"]> = {
  MATCHED: "LOAN",
  ASSIGNED: "LOAN",
  UNMATCHED: "SUSPENSE",
  RETURNING: "GONE",
  RETURNED: "GONE",
  TAKEN_BACK: "GONE",
};

async function chargebackView(
  database: Database,
  { receiptId, code, foundAt }: ChargebackRow,
): Promise<ChargebackPayment> {
  const receipt = await findReceipt(database, receiptId);
  if (!receipt) throw new Error(`The receipt ${receiptId} that was taken back is gone.`);
  const { rail, reference, amountRupiah, paidAt, borrowerId, loanId } = receipt;
  const where = places[receipt.state];
  const subjectId = where === "LOAN" && loanId ? reversalSubjectOf(loanId, receiptId) : receiptId;
  const proposals = await openProposalsAbout(database, "REVERSE_PAYMENT", [subjectId]);
  const loan = borrowerId && loanId ? await findLoan(database, borrowerId, loanId) : null;
  return {
    receiptId,
    rail,
    reference,
    amountRupiah,
    paidAt: paidAt.toISOString(),
    foundAt: foundAt.toISOString(),
    code,
    where,
    loanId,
    loanNumber: loan?.number ?? null,
    proposalId: proposals.get(subjectId) ?? null,
  };
}
