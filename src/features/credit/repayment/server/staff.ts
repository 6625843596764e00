/** Unmatched money: what staff see and how two of them give it to a loan. Maker is never checker. // Product decisions 4, 5; threat B13 */
import * as v from "valibot";
import { answer, answerOnce, type Api } from "#server/call/pipeline.ts";
import type { Database, Transaction } from "#server/database.server.ts";
import { approvalTiers, makerOf, partsOf, refuseBelowTier, refuseSameHand, windowOf } from "#server/four-eyes/tiers.ts";
import { listPage } from "#server/list-page.ts";
import { Refusal } from "#server/call/refusal.ts";
import { openReasons, sealReason } from "#server/four-eyes/sealed-reason.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { uuid } from "#shared/fields/verification.ts";
import { findLoan, locateLoan, locateLoanByNumber, type LoanRow } from "#features/credit/loan/server/index.ts";
import { openProposalsAbout } from "#features/credit/treasury/server/index.ts";
import { checkAssignment, listUnmatchedPayments, proposeAssignment, type UnmatchedPayment } from "../staff-contract.ts";
import { followPayment } from "./balance.ts";
import { recordEvent } from "./books.ts";
import {
  sumOfAssignments,
  endAssignment,
  findAssignment,
  insertAssignment,
  lockAssignment,
  openAssignments,
  type AssignmentRow,
} from "./assignment-store.ts";
import { findReceipt, markReceipt, unmatchedReceipts, type ReceiptRow } from "./collection-store.ts";
import { isTakenBack } from "./taken-back-store.ts";

type Reader = Database | Transaction;

export function staffAnswers(api: Api): void {
  answer(
    api,
    listUnmatchedPayments,
  )(async ({ cursor, limit }, { services, database }) => {
    const rows = await unmatchedReceipts(database, placeOf(cursor), limit + 1);
    const { page, nextCursor } = listPage(rows, limit, ({ receivedAt, id }) => `${receivedAt.getTime()}~${id}`);
    const proposals = await openAssignments(
      database,
      page.map((row) => row.id),
    );
    const reasons = await openReasons(
      services.keys,
      database,
      "payment_assignment",
      proposals.map(({ reason }) => reason),
    );
    const returns = await openProposalsAbout(
      database,
      "RETURN_UNMATCHED",
      page.map((row) => row.id),
    );
    const items = await Promise.all(
      page.map((row) =>
        unmatchedOf(
          database,
          row,
          proposals.find((one) => one.receiptId === row.id),
          reasons,
          returns.get(row.id) ?? null,
        ),
      ),
    );
    return { items, nextCursor };
  });

  answerOnce(
    api,
    proposeAssignment,
  )(async ({ receiptId, loan: wanted, reason }, { services, trx, principal, refuse }) => {
    const receipt = await findReceipt(trx, receiptId, { lock: true });
    if (receipt?.state !== "UNMATCHED" || (await isTakenBack(trx, receiptId))) return refuse("RECEIPT_NOT_UNMATCHED");
    const loan = await loanBy(trx, wanted);
    if (!loan?.disbursedOn) return refuse("LOAN_UNKNOWN");
    principal.trail?.note({ borrowerId: loan.borrowerId });
    const assignmentId = services.random.uuid();
    const name = { id: assignmentId, borrowerId: loan.borrowerId };
    const sealed = await sealReason(services.keys, trx, "payment_assignment", name, reason);
    const proposal = {
      ...name,
      receiptId,
      loanId: loan.id,
      reason: sealed,
      ...makerOf(services, principal.staff!),
      madeAt: services.clock.now(),
    };
    if (!(await insertAssignment(trx, proposal))) return refuse("ASSIGNMENT_OPEN");
    return { assignmentId };
  });

  answerOnce(
    api,
    checkAssignment,
  )(async ({ assignmentId, approve }, { services, trx, principal, refuse }) => {
    const seen = await findAssignment(trx, assignmentId);
    const now = services.clock.now();
    const tiers = await approvalTiers(trx, now);
    const totalRupiah =
      seen && approve
        ? await sumOfAssignments(trx, seen, partsOf(now, seen, principal.staff!.staffId, windowOf(tiers)))
        : 0;
    const proposal = await lockAssignment(trx, assignmentId);
    if (proposal?.state !== "PROPOSED") return refuse("ASSIGNMENT_UNKNOWN");
    principal.trail?.note({ borrowerId: proposal.borrowerId });
    const checkerId = principal.staff!.staffId;
    refuseSameHand(services, proposal, principal.staff!);
    const state = approve ? "CONFIRMED" : "REFUSED";
    await endAssignment(trx, assignmentId, { state, checkerId, at: now });
    if (approve) {
      refuseBelowTier(tiers, principal.staff!, totalRupiah);
      await carryOut(services, trx, proposal, checkerId);
    }
    return { state } as const;
  });
}

/** A cursor that is none of ours begins the list anew. */
function placeOf(cursor: string | undefined): { receivedAt: Date; id: string } | null {
  const [, at, id] = /^(\d{10,16})~(pay_[0-9a-f]{32})$/.exec(cursor ?? "") ?? [];
  return at && id ? { receivedAt: new Date(Number(at)), id } : null;
}

/** A loan by what staff have of it: its id or its number. */
export async function loanBy(reader: Reader, idOrNumber: string): Promise<LoanRow | null> {
  if (v.is(uuid, idOrNumber)) {
    const borrowerId = await locateLoan(reader, idOrNumber);
    return borrowerId ? findLoan(reader, borrowerId, idOrNumber) : null;
  }
  const found = await locateLoanByNumber(reader, idOrNumber);
  return found ? findLoan(reader, found.borrowerId, found.loanId) : null;
}

async function unmatchedOf(
  reader: Reader,
  receipt: ReceiptRow,
  proposal: AssignmentRow | undefined,
  reasons: ReadonlyMap<string, string | null>,
  returnProposalId: string | null,
): Promise<UnmatchedPayment> {
  const numberOf = async (borrowerId: string | null, loanId: string | null): Promise<string | null> =>
    borrowerId && loanId ? ((await findLoan(reader, borrowerId, loanId))?.number ?? null) : null;
  return {
    receiptId: receipt.id,
    rail: receipt.rail,
    reference: receipt.reference,
    amountRupiah: receipt.amountRupiah,
    paidAt: receipt.paidAt.toISOString(),
    receivedAt: receipt.receivedAt.toISOString(),
    cause: receipt.unmatchedCause ?? "UNKNOWN_REFERENCE",
    loanId: receipt.loanId,
    loanNumber: await numberOf(receipt.borrowerId, receipt.loanId),
    returnFailure: receipt.returnFailure,
    returnProposalId,
    proposal: proposal
      ? {
          assignmentId: proposal.id,
          loanId: proposal.loanId,
          loanNumber: (await numberOf(proposal.borrowerId, proposal.loanId)) ?? "",
          reason: reasons.get(proposal.id) ?? "",
          makerId: proposal.makerId,
          madeAt: proposal.madeAt.toISOString(),
        }
      : null,
  };
}

/** Out of suspense and into the loan, as of the day on which the money came in. */
async function carryOut(
  services: Services,
  trx: Transaction,
  { receiptId, borrowerId, loanId }: AssignmentRow,
  checkerId: string,
): Promise<void> {
  const receipt = await findReceipt(trx, receiptId, { lock: true });
  if (
    !receipt ||
    (await isTakenBack(trx, receiptId)) ||
    !(await markReceipt(trx, receiptId, "UNMATCHED", { state: "ASSIGNED", borrowerId, loanId }))
  )
    throw new Refusal("RECEIPT_NOT_UNMATCHED");
  const event = {
    kind: "PAYMENT",
    id: receiptId,
    valueDate: dateInWib(receipt.paidAt),
    amountRupiah: receipt.amountRupiah,
    from: `UNMATCHED:${receiptId}`,
  } as const;
  const outcome = await recordEvent(services, trx, { borrowerId, loanId }, event, {
    rail: receipt.rail,
    bankCode: null,
    paidAt: receipt.paidAt,
    actor: `STAFF:${checkerId}`,
  });
  if (outcome === "NOT_RUNNING" || outcome === "KNOWN") throw new Refusal("LOAN_UNKNOWN");
  await followPayment(services, trx, { borrowerId, loanId }, event, outcome);
}
