/** Staff's list of failed payouts. */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { answerExport } from "#server/list-export/exporting.ts";
import { cursorIn } from "#server/records/list-order.ts";
import { listPage } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { payoutWatchMinutes } from "#shared/promised-times.ts";
import { bankAccountsOf } from "#features/account/bank-account/server/index.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { exportFailedDisbursements, listFailedDisbursements, type FailedTransfer } from "../contract.ts";
import { texts } from "../texts.ts";
import { csvColumns } from "./csv-columns.ts";
import { openSettlements } from "./settlement.ts";
import { countForStaff, transfersForStaff, type TransferRow } from "./store.ts";

/** Time without a result after which a transfer is shown to staff. */
const overdueMilliseconds = payoutWatchMinutes * 60_000;

/** Transfers that wait for staff, and since when the oldest does. */
export function countFailedDisbursements(services: Services): Promise<{ count: number; oldestAt: Date | null }> {
  return countForStaff(services.database, new Date(services.clock.now().getTime() - overdueMilliseconds));
}

export const staffAnswers: readonly CallAnswer[] = [
  answer(listFailedDisbursements, async ({ cursor, limit, from, to, order, purpose }, { services, database }) => {
    const overdue = new Date(services.clock.now().getTime() - overdueMilliseconds);
    const rows = await transfersForStaff(database, overdue, {
      order,
      purpose,
      page: { cursor, from, to, max: limit + 1 },
    });
    const { page, nextCursor } = listPage(rows, limit, ({ orderedAt, id }) => cursorIn(orderedAt, id));
    const proposals = await openSettlements(
      services,
      database,
      page.map((row) => row.id),
    );
    const items = await Promise.all(page.map((row) => failedTransferOf(services, row, proposals.get(row.id) ?? null)));
    return { items, nextCursor };
  }),
  answerExport(exportFailedDisbursements, listFailedDisbursements, {
    name: "failed-payouts",
    title: texts.title,
    columns: csvColumns,
  }),
];

async function failedTransferOf(
  services: Services,
  transfer: TransferRow,
  proposal: FailedTransfer["proposal"],
): Promise<FailedTransfer> {
  const { database } = services;
  const loan = transfer.purpose === "LOAN" ? await findLoan(database, transfer.borrowerId, transfer.subjectId) : null;
  const accounts = await bankAccountsOf(services, database, transfer.borrowerId);
  return {
    transferId: transfer.id,
    purpose: transfer.purpose,
    subjectId: transfer.subjectId,
    borrowerId: transfer.borrowerId,
    loanId: loan?.id ?? null,
    loanNumber: loan?.number ?? null,
    amountRupiah: transfer.amountRupiah,
    state: transfer.state === "FAILED" ? "FAILED" : transfer.state === "QUEUED" ? "WAITING" : "UNKNOWN",
    code: transfer.failureCode ?? transfer.waitsFor,
    orderedAt: transfer.orderedAt.toISOString(),
    endedAt: transfer.endedAt?.toISOString() ?? null,
    accounts: accounts.map(({ id, bankName, masked, accountName }) => ({
      id,
      bankName,
      masked,
      accountName,
      isFailed: id === transfer.bankAccountId,
    })),
    proposal,
  };
}
