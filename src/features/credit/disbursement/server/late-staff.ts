/** Staff's list of transfers that were paid after they had been given up, and proposals about them. */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { listPage } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { openProposalsAbout, proposeMoney } from "#features/credit/treasury/server/index.ts";
import { listLatePayouts, proposeLatePayout, type LatePayout } from "../contract.ts";
import { lockLate, openLate, type LateRow } from "./late-store.ts";
import { findTransfer, locateTransfer } from "./store.ts";

export const lateAnswers: readonly CallAnswer[] = [
  answer(listLatePayouts, async ({ cursor, limit }, { services, database }) => {
    const rows = await openLate(database, cursor, limit + 1);
    const { page, nextCursor } = listPage(rows, limit, ({ transferId }) => transferId);
    const proposals = await openProposalsAbout(
      database,
      "LATE_PAYOUT",
      page.map((row) => row.transferId),
    );
    const items = await Promise.all(
      page.map((row) => latePayoutOf(services, row, proposals.get(row.transferId) ?? null)),
    );
    return { items, nextCursor };
  }),
  answer(proposeLatePayout, async ({ transferId, deed, reason }, { services, trx, principal, refuse }) => {
    const borrowerId = await locateTransfer(trx, transferId);
    const late = borrowerId ? await lockLate(trx, { borrowerId, id: transferId }) : null;
    if (late?.state !== "OPEN") return refuse("NOT_PAID_LATE");
    principal.trail?.note({ borrowerId: late.borrowerId });
    return proposeMoney(services, trx, principal.staff, {
      deed: "LATE_PAYOUT",
      subjectId: transferId,
      borrowerId: late.borrowerId,
      amountRupiah: late.amountRupiah,
      facts: { deed },
      countsWith: `borrower:${late.borrowerId}`,
      reason,
    });
  }),
];

async function latePayoutOf({ database }: Services, late: LateRow, proposalId: string | null): Promise<LatePayout> {
  const { borrowerId, transferId } = late;
  const transfer = await findTransfer(database, { borrowerId, id: transferId });
  if (!transfer) throw new Error(`The transfer ${transferId} that was paid late is gone.`);
  const loan = transfer.purpose === "LOAN" ? await findLoan(database, borrowerId, transfer.subjectId) : null;
  return {
    transferId,
    purpose: transfer.purpose,
    borrowerId,
    loanId: loan?.id ?? null,
    loanNumber: loan?.number ?? null,
    loanState: loan?.state ?? null,
    amountRupiah: late.amountRupiah,
    orderedAt: transfer.orderedAt.toISOString(),
    failedAt: transfer.endedAt?.toISOString() ?? null,
    failureCode: transfer.failureCode,
    settledAt: late.settledAt.toISOString(),
    foundAt: late.foundAt.toISOString(),
    providerReference: late.providerReference,
    proposalId,
  };
}
