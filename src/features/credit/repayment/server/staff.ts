/** Unmatched money, as staff see it. */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Reader } from "#server/database.server.ts";
import { answerExport } from "#server/list-export/exporting.ts";
import { cursorIn } from "#server/records/list-order.ts";
import { listPage } from "#server/records/list-page.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { openProposalsAbout } from "#features/credit/treasury/server/index.ts";
import { exportUnmatchedPayments, listUnmatchedPayments, type UnmatchedPayment } from "../staff-contract.ts";
import { unmatchedTexts } from "../texts.ts";
import { openAssignments } from "./assignment.ts";
import { csvColumns } from "./csv-columns.ts";
import { unmatchedReceipts, type ReceiptRow } from "./collection-store.ts";

export const staffAnswers: readonly CallAnswer[] = [
  answer(listUnmatchedPayments, async ({ cursor, limit, from, to, order, cause }, { services, database }) => {
    const rows = await unmatchedReceipts(database, { order, cause, page: { cursor, from, to, max: limit + 1 } });
    const isByTime = order === "OLDEST" || order === "NEWEST";
    const { page, nextCursor } = listPage(rows, limit, ({ paidAt, amountRupiah, id }) =>
      cursorIn(isByTime ? paidAt : amountRupiah, id),
    );
    const proposals = await openAssignments(
      services,
      database,
      page.map((row) => row.id),
    );
    const returns = await openProposalsAbout(
      database,
      "RETURN_UNMATCHED",
      page.map((row) => row.id),
    );
    const items = await Promise.all(
      page.map((row) => unmatchedOf(database, row, proposals.get(row.id) ?? null, returns.get(row.id) ?? null)),
    );
    return { items, nextCursor };
  }),
  answerExport(exportUnmatchedPayments, listUnmatchedPayments, {
    name: "unmatched-payments",
    title: unmatchedTexts.list,
    columns: csvColumns,
  }),
];

async function unmatchedOf(
  reader: Reader,
  receipt: ReceiptRow,
  proposal: UnmatchedPayment["proposal"],
  returnProposalId: string | null,
): Promise<UnmatchedPayment> {
  const { borrowerId, loanId } = receipt;
  const loan = borrowerId && loanId ? await findLoan(reader, borrowerId, loanId) : null;
  return {
    receiptId: receipt.id,
    rail: receipt.rail,
    reference: receipt.reference,
    amountRupiah: receipt.amountRupiah,
    paidAt: receipt.paidAt.toISOString(),
    receivedAt: receipt.receivedAt.toISOString(),
    cause: receipt.unmatchedCause ?? "UNKNOWN_REFERENCE",
    loanId,
    loanNumber: loan?.number ?? null,
    returnFailure: receipt.returnFailure,
    returnProposalId,
    proposal,
  };
}
