/** Failed payouts: what staff see and how two of them settle one. Maker is never checker. // Product decisions 4, 5; threat B13 */
import { answer, answerOnce, type Api } from "#server/call/pipeline.ts";
import type { Transaction } from "#server/database.server.ts";
import { approvalTiers, makerOf, refuseBelowTier, refuseSameHand } from "#server/four-eyes/tiers.ts";
import { listPage } from "#server/list-page.ts";
import { Refusal } from "#server/call/refusal.ts";
import { openReasons, sealReason } from "#server/four-eyes/sealed-reason.ts";
import type { Services } from "#server/services.ts";
import { payoutMinutes } from "#shared/promised-times.ts";
import { bankAccountsOf } from "#features/account/bank-account/server/index.ts";
import { releaseLimit } from "#features/credit/limit/server/index.ts";
import { findLoan, transition } from "#features/credit/loan/server/index.ts";
import { checkSettlement, listFailedDisbursements, proposeSettlement, type FailedTransfer } from "../contract.ts";
import { giveFundingBack } from "./loan-purpose.ts";
import {
  changeTransfer,
  countForStaff,
  endSettlement,
  insertSettlement,
  locateSettlement,
  locateTransfer,
  lockSettlement,
  lockTransfer,
  openSettlements,
  transfersForStaff,
  type SettlementRow,
  type TransferRow,
} from "./store.ts";
import { orderTransfer } from "./transfers.ts";

/** A transfer without an end for so long is shown to staff. */
const overdueMilliseconds = payoutMinutes * 60_000;

/** Transfers that wait for staff, and since when the oldest does. */
export function countFailedDisbursements(services: Services): Promise<{ count: number; oldestAt: Date | null }> {
  return countForStaff(services.database, new Date(services.clock.now().getTime() - overdueMilliseconds));
}

export function staffAnswers(api: Api): void {
  answer(
    api,
    listFailedDisbursements,
  )(async ({ cursor, limit }, { services, database }) => {
    const overdue = new Date(services.clock.now().getTime() - overdueMilliseconds);
    const rows = await transfersForStaff(database, overdue, cursor, limit + 1);
    const { page, nextCursor } = listPage(rows, limit, ({ id }) => id);
    const proposals = await openSettlements(
      database,
      page.map((row) => row.id),
    );
    const reasons = await openReasons(
      services.keys,
      database,
      "disbursement_settlement",
      proposals.map(({ reason }) => reason),
    );
    const items = await Promise.all(
      page.map((row) =>
        failedTransferOf(
          services,
          row,
          proposals.find((one) => one.transferId === row.id),
          reasons,
        ),
      ),
    );
    return { items, nextCursor };
  });

  answerOnce(
    api,
    proposeSettlement,
  )(async ({ transferId, deed, bankAccountId, reason }, { services, trx, principal, refuse }) => {
    const borrowerId = await locateTransfer(trx, transferId);
    const transfer = borrowerId ? await lockTransfer(trx, { borrowerId, id: transferId }) : null;
    if (!transfer?.needsStaff) return refuse("TRANSFER_NOT_FAILED");
    principal.trail?.note({ borrowerId: transfer.borrowerId });
    const account = deed === "OTHER_ACCOUNT" ? (bankAccountId ?? null) : null;
    if (
      deed === "OTHER_ACCOUNT" &&
      !(await bankAccountsOf(services, trx, transfer.borrowerId)).some((one) => one.id === account)
    )
      return refuse("ACCOUNT_UNKNOWN");
    const settlementId = services.random.uuid();
    const name = { id: settlementId, borrowerId: transfer.borrowerId };
    const sealed = await sealReason(services.keys, trx, "disbursement_settlement", name, reason);
    const proposal = {
      ...name,
      transferId,
      deed,
      bankAccountId: account,
      reason: sealed,
      ...makerOf(services, principal.staff!),
      madeAt: services.clock.now(),
    };
    if (!(await insertSettlement(trx, proposal))) return refuse("SETTLEMENT_OPEN");
    return { settlementId };
  });

  answerOnce(
    api,
    checkSettlement,
  )(async ({ settlementId, approve }, { services, trx, principal, refuse }) => {
    const borrowerId = await locateSettlement(trx, settlementId);
    const proposal = borrowerId ? await lockSettlement(trx, borrowerId, settlementId) : null;
    if (proposal?.state !== "PROPOSED") return refuse("SETTLEMENT_UNKNOWN");
    principal.trail?.note({ borrowerId: proposal.borrowerId });
    const checkerId = principal.staff!.staffId;
    refuseSameHand(services, proposal, principal.staff!);
    const state = approve ? "CONFIRMED" : "REFUSED";
    await endSettlement(trx, proposal.borrowerId, settlementId, { state, checkerId, at: services.clock.now() });
    if (approve) {
      const transfer = await lockTransfer(trx, { borrowerId: proposal.borrowerId, id: proposal.transferId });
      refuseBelowTier(await approvalTiers(trx, services.clock.now()), principal.staff!, transfer?.amountRupiah ?? 0);
      await carryOut(services, trx, proposal, checkerId);
    }
    return { state } as const;
  });
}

async function failedTransferOf(
  services: Services,
  transfer: TransferRow,
  proposal: SettlementRow | undefined,
  reasons: ReadonlyMap<string, string | null>,
): Promise<FailedTransfer> {
  const { database } = services;
  const loan = transfer.purpose === "LOAN" ? await findLoan(database, transfer.borrowerId, transfer.subjectId) : null;
  const accounts = await bankAccountsOf(services, database, transfer.borrowerId);
  return {
    transferId: transfer.id,
    purpose: transfer.purpose,
    subjectId: transfer.subjectId,
    borrowerId: transfer.borrowerId,
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
    proposal: proposal
      ? {
          settlementId: proposal.id,
          deed: proposal.deed,
          bankAccountId: proposal.bankAccountId,
          reason: reasons.get(proposal.id) ?? "",
          makerId: proposal.makerId,
          madeAt: proposal.madeAt.toISOString(),
        }
      : null,
  };
}

/** The transfer must still wait: the borrower may have cancelled, or the bank found the money paid after all. */
async function carryOut(
  services: Services,
  trx: Transaction,
  proposal: SettlementRow,
  checkerId: string,
): Promise<void> {
  const transfer = await lockTransfer(trx, { borrowerId: proposal.borrowerId, id: proposal.transferId });
  if (!transfer?.needsStaff) throw new Refusal("TRANSFER_NOT_FAILED");
  const loan = await findLoan(trx, transfer.borrowerId, transfer.subjectId);
  if (loan?.state !== "SIGNED") throw new Refusal("TRANSFER_NOT_FAILED");
  await changeTransfer(trx, transfer, { needsStaff: false });
  if (proposal.deed !== "CANCEL") {
    await orderTransfer(services, trx, {
      ...transfer,
      bankAccountId: proposal.bankAccountId ?? transfer.bankAccountId,
    });
    return;
  }
  const { borrowerId, id: loanId } = loan;
  const now = services.clock.now();
  const change = { endedAt: now, endReason: "DISBURSEMENT_FAILED" };
  const moved = await transition(services, trx, {
    borrowerId,
    loanId,
    from: ["SIGNED"],
    to: "CANCELLED",
    actor: `STAFF:${checkerId}`,
    cause: "DISBURSEMENT_FAILED",
    change,
  });
  if (!moved) throw new Refusal("TRANSFER_NOT_FAILED");
  await giveFundingBack(services, trx, loan, transfer);
  await releaseLimit(services, trx, borrowerId, loanId);
}
