/** Unmatched money is given to a loan: one proposes, another confirms. // Product decisions 4, 5; threat B13 */
import * as v from "valibot";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import { defineProposal, type Proposal } from "#server/four-eyes/proposal-kind.ts";
import { openProposalsOf } from "#server/four-eyes/proposal-store.ts";
import { openTexts } from "#server/four-eyes/proposal-seals.ts";
import { decideProposal, propose } from "#server/four-eyes/proposals.ts";
import { withCodes } from "#server/four-eyes/published-codes.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";

import { checkAssignment, loanUnknown, proposeAssignment, type UnmatchedPayment } from "../staff-contract.ts";
import { assignmentTexts as texts } from "./assignment-texts.ts";
import { followPayment } from "./balance.ts";
import { followMerge } from "./merging.ts";
import { recordEvent } from "./books.ts";
import { findReceipt, markReceipt, requestByReference } from "./collection-store.ts";
import { loanBy } from "./loan-by.ts";
import { isChargeback } from "./chargeback-store.ts";
import { valueDayOf } from "./value-day.ts";

const payload = v.object({
  loanId: v.string(),
  /** Absent in older rows. */
  loanNumber: v.optional(v.nullable(v.string()), null),
});
type Assignment = v.InferOutput<typeof payload>;

export const assignmentKind = defineProposal<Assignment>({
  kind: "payment.assignment",
  text: texts.assignment,
  payload,
  permissions: {
    read: "payment.unmatched.read",
    propose: "payment.unmatched.assign",
    check: "payment.unmatched.check",
  },
  tier: "AMOUNT",
  subject: async ({ borrowerId, payload: { loanId, loanNumber } }, { reader }) =>
    loanNumber ?? (await findLoan(reader, borrowerId ?? "", loanId))?.number ?? "",
  consequences: () => ({ ifConfirmed: texts.assignmentConfirmed, ifRefused: texts.assignmentRefused }),
  subjectTo: ({ payload: { loanId } }) => `/staff/loans/${loanId}`,
  async show(_services, reader, { subjectId, borrowerId, payload: { loanId, loanNumber } }) {
    const receipt = await findReceipt(reader, subjectId);
    const number = loanNumber ?? (await findLoan(reader, borrowerId ?? "", loanId))?.number;
    return {
      lines: [
        { kind: "ID", label: texts.loanOf, id: number ?? loanId, to: `/staff/loans/${loanId}` },
        ...(receipt
          ? [
              { kind: "TEXT", label: texts.rail, text: texts[receipt.rail] } as const,
              {
                kind: "ID",
                label: texts.reference,
                id: receipt.reference,
                to: `/staff/payments/${subjectId}`,
              } as const,
              { kind: "DATE", label: texts.paid, date: dateInWib(receipt.paidAt) } as const,
              { kind: "TEXT", label: texts.cause, text: texts[receipt.unmatchedCause ?? "UNKNOWN_REFERENCE"] } as const,
            ]
          : []),
      ],
      to: `/staff/payments?receipt=${subjectId}`,
    };
  },
  carryOut,
  isStale: async (_services, reader, { subjectId }) =>
    (await findReceipt(reader, subjectId))?.state !== "UNMATCHED" || (await isChargeback(reader, subjectId)),
  problems: loanUnknown,
});

export const assignmentAnswers: readonly CallAnswer[] = [
  answer(proposeAssignment, async ({ receiptId, loan: chosenLoanId, reason }, { services, trx, principal, refuse }) => {
    const receipt = await findReceipt(trx, receiptId, { lock: true });
    if (receipt?.state !== "UNMATCHED" || (await isChargeback(trx, receiptId))) return refuse("RECEIPT_NOT_UNMATCHED");
    const loan = await loanBy(trx, chosenLoanId);
    if (!loan?.disbursedOn) return refuse("LOAN_UNKNOWN");
    principal.trail?.note({ borrowerId: loan.borrowerId });
    const assignmentId = await withCodes({ PROPOSAL_OPEN: "ASSIGNMENT_OPEN" }, () =>
      propose(services, trx, assignmentKind, principal.staff, {
        subjectId: receiptId,
        borrowerId: loan.borrowerId,
        payload: { loanId: loan.id, loanNumber: loan.number },
        amount: { rupiah: receipt.amountRupiah, countsWith: `loan:${loan.id}` },
        reason,
      }),
    );
    return { assignmentId };
  }),
  answer(checkAssignment, async ({ assignmentId: proposalId, approve }, { services, trx, principal }) => {
    const codes = {
      PROPOSAL_UNKNOWN: "ASSIGNMENT_UNKNOWN",
      PROPOSAL_CLOSED: "ASSIGNMENT_UNKNOWN",
      PROPOSAL_STALE: "RECEIPT_NOT_UNMATCHED",
    };
    const note = ({ borrowerId }: { borrowerId: string | null }) => {
      if (borrowerId) principal.trail?.note({ borrowerId });
    };
    const { state } = await withCodes(codes, () =>
      decideProposal(services, trx, principal.staff, { proposalId, approve }, { kinds: [assignmentKind], note }),
    );
    return { state };
  }),
];

/** The open proposals for some receipts, as the list of unmatched money shows them. */
export async function openAssignments(
  services: Services,
  reader: Reader,
  receiptIds: readonly string[],
): Promise<Map<string, NonNullable<UnmatchedPayment["proposal"]>>> {
  const rows = await openProposalsOf(reader, assignmentKind.kind, receiptIds);
  const opened = await openTexts(services.keys, reader, rows);
  const shown = rows.map(async ({ id, subjectId, borrowerId, payload: written, makerId, madeAt }) => {
    const { loanId, loanNumber } = v.parse(payload, written);
    const found = loanNumber ?? (await findLoan(reader, borrowerId ?? "", loanId))?.number;
    return [
      subjectId,
      {
        assignmentId: id,
        loanId,
        loanNumber: found ?? "",
        reason: opened.get(id)?.reason ?? "",
        makerId,
        madeAt: madeAt.toISOString(),
      },
    ] as const;
  });
  return new Map(await Promise.all(shown));
}

/** Out of suspense and into the loan, as of the day on which the money came in. @throws Refusal PROPOSAL_STALE, LOAN_UNKNOWN */
async function carryOut(
  services: Services,
  trx: Transaction,
  { subjectId: receiptId, borrowerId, payload: { loanId } }: Proposal<Assignment>,
  checkerId: string,
): Promise<void> {
  const receipt = await findReceipt(trx, receiptId, { lock: true });
  const name = { borrowerId: borrowerId ?? "", loanId };
  if (
    !receipt ||
    (await isChargeback(trx, receiptId)) ||
    !(await markReceipt(trx, receiptId, "UNMATCHED", { state: "ASSIGNED", ...name }))
  )
    throw new Refusal("PROPOSAL_STALE");
  const request = await requestByReference(trx, receipt.rail, receipt.reference);
  const writtenFor = request?.loanId === loanId ? await valueDayOf(trx, request, receipt) : undefined;
  const event = {
    kind: "PAYMENT",
    id: receiptId,
    valueDate: writtenFor ?? dateInWib(receipt.paidAt),
    amountRupiah: receipt.amountRupiah,
    from: `UNMATCHED:${receiptId}`,
  } as const;
  const outcome = await recordEvent(services, trx, name, event, {
    rail: receipt.rail,
    bankCode: null,
    paidAt: receipt.paidAt,
    actor: `STAFF:${checkerId}`,
  });
  if (outcome === "NOT_RUNNING" || outcome === "KNOWN") throw new Refusal("LOAN_UNKNOWN");
  await followPayment(services, trx, name, { ...event, outcome });
  await followMerge(services, trx, name.borrowerId, event.id);
}
