/** Disbursement: answers to the domain's calls, and functions for other domains. */
import { sql } from "kysely";
import type { CallAnswer } from "#server/call/pipeline.ts";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { giveFundingBack, loanPurpose } from "./loan-purpose.ts";
import { lateAnswers } from "./late-staff.ts";
import { returnedAnswers } from "./returned-staff.ts";
import { settlementAnswers, settlementKind } from "./settlement.ts";
import { staffAnswers } from "./staff.ts";
import {
  changeTransfer,
  failedTransfers,
  isMoneyUnderWay,
  lockTransfer,
  transfersFor,
  type TransferRow,
} from "./store.ts";
import { lateLifecycle, returnedLifecycle, transferLifecycle } from "./lifecycle.ts";
import { transferReports } from "./transfer-reports.ts";
import { inquireDue, orderTransfer, pursueTransfer, sendTransfer } from "./transfers.ts";
import { workLists } from "./work-lists.ts";
import { timeline } from "./timeline.ts";
import { words } from "./words.ts";
import { lateKind } from "./late.ts";
import { returnedKind } from "./returned.ts";
import { notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { disbursementPromiseSweep } from "./promise.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { blockersOfClosing } from "#server/account-questions.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { timelineSources, consoleWords, consoleWorkLists } from "#server/console/questions.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { proposals } from "#server/four-eyes/proposal-kind.ts";
import { transferPurposes } from "./purposes.ts";

export { namesOfPayouts } from "./store.ts";
export { transferPurposes, payoutBooks } from "./purposes.ts";

export { loanActivated, payoutReturned } from "./events.ts";
export { returnInForce, type ReturnedRow } from "./returned-store.ts";
export { booksOf } from "./loan-books.ts";
export { NoLonger, NotYet, type PayoutKeeper, type PurposeRules } from "./purposes.ts";
export { sumOnTheWay, type TransferPurpose, type TransferRow } from "./store.ts";
export { countLateFrom } from "./late-counting.ts";
export { orderTransfer, type TransferInput } from "./transfers.ts";

const answers: readonly CallAnswer[] = [...staffAnswers, ...settlementAnswers, ...lateAnswers, ...returnedAnswers];

function work(services: Services): void {
  services.jobs.handle(sendTransfer, ({ borrowerId, transferId }) =>
    pursueTransfer(services, { borrowerId, id: transferId }),
  );
  services.sweeps.add({
    name: "disbursement-inquiry",
    everySeconds: 15,
    waits: {
      text: { id: "Pertanyaan status transfer", en: "Inquiries about transfers", zh: "转账状态查询" },
      rows: [{ table: "bank_transfer", at: "nextInquiryAt" }],
    },
    run: inquireDue,
  });
  services.sweeps.add(disbursementPromiseSweep);
  services.sweeps.add({
    name: "disbursement-abandoned",
    everySeconds: 60,
    finds: [{ table: "bank_transfer", at: "endedAt", where: sql<boolean>`needs_staff` }],
    run: dropAbandoned,
  });
}

/**
 * Starts the payout of a signed loan, in the transaction of the signature; a job sends the money after the commit.
 * Repeated or concurrent calls give one loan only one transfer.
 * @returns whether this call ordered it.
 */
export async function startDisbursement(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  loanId: string,
): Promise<boolean> {
  const loan = await findLoan(trx, borrowerId, loanId);
  if (loan?.state !== "SIGNED") return false;
  // Staff settle a failed transfer: this code must not order a second one in parallel.
  if ((await transfersFor(trx, borrowerId, "LOAN", loanId)).length > 0) return false;
  const remark = `Pinjaman ${loan.number}`;
  const input = {
    borrowerId,
    purpose: "LOAN",
    subjectId: loanId,
    bankAccountId: loan.bankAccountId,
    // The part that pays off an earlier loan is not transferred.
    amountRupiah: loan.principalRupiah - (loan.replacesRupiah ?? 0),
    remark,
  } as const;
  return (await orderTransfer(services, trx, input)) !== null;
}

/** Drops failed transfers whose loan has ended in the meantime (the borrower cancelled it), so that the lender's money is free again. A transfer that throws stays with staff and does not stop the others. */
async function dropAbandoned(services: Services): Promise<number> {
  let dropped = 0;
  let after: string | null = null;
  for (;;) {
    const page: TransferRow[] = await failedTransfers(services.database, after, 50);
    dropped += await eachDue(page, (row) => dropOne(services, row), {
      log: services.log,
      failure: "funding of an ended loan not given back",
      idOf: ({ id }) => id,
    });
    after = page.at(-1)?.id ?? null;
    if (page.length < 50) return dropped;
  }
}

async function dropOne(services: Services, name: TransferRow): Promise<boolean> {
  return transact(services.database, async (trx) => {
    const transfer = await lockTransfer(trx, name);
    const loan = await findLoan(trx, name.borrowerId, name.subjectId);
    if (!transfer?.needsStaff || loan?.state !== "CANCELLED") return false;
    await changeTransfer(trx, transfer, { needsStaff: false });
    await giveFundingBack(services, trx, loan, transfer);
    return true;
  });
}

/** The transfers that carried a loan's money, oldest first. */
export const transfersOfLoan = (reader: Reader, borrowerId: string, loanId: string): Promise<TransferRow[]> =>
  transfersFor(reader, borrowerId, "LOAN", loanId);

export const domain: Domain = {
  answers,
  work,
  inbox: [transferReports],
  answersTo: [
    blockersOfClosing.by(async (_services, reader, borrowerId) =>
      (await isMoneyUnderWay(reader, borrowerId)) ? [{ code: "PAYMENT_IN_FLIGHT", path: "/webview/bills" }] : [],
    ),
    personalDataHeld.by(personalData),
    noticeKinds.by(notices),
    timelineSources.by(timeline),
    consoleWords.by(words),
    consoleWorkLists.by(workLists),
    transferPurposes.by({ LOAN: loanPurpose }),
    lifecycles.by([transferLifecycle, lateLifecycle, returnedLifecycle]),
    proposals.by([settlementKind, lateKind, returnedKind(orderTransfer)]),
  ],
};
