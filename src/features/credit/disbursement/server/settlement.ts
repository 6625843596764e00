/** Decisions about a failed payout: one member of staff proposes, another confirms. // Product decisions 4, 5; threat B13 */
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
import { bankAccountsOf } from "#features/account/bank-account/server/index.ts";
import { releaseLimit } from "#features/credit/limit/server/index.ts";
import { findLoan, transition } from "#features/credit/loan/server/index.ts";
import { checkSettlement, proposeSettlement, settlementActions, type FailedTransfer } from "../contract.ts";
import { texts } from "../texts.ts";
import { giveFundingBack } from "./loan-purpose.ts";
import { changeTransfer, findTransfer, locateTransfer, lockTransfer } from "./store.ts";
import { orderTransfer } from "./transfers.ts";

const payload = v.object({
  deed: v.picklist(settlementActions),
  bankAccountId: v.nullable(v.string()),
  /** Absent in older rows. */
  loanNumber: v.optional(v.nullable(v.string()), null),
});
type Settlement = v.InferOutput<typeof payload>;

const nameOf = ({ borrowerId, subjectId }: Pick<Proposal, "borrowerId" | "subjectId">) => ({
  borrowerId: borrowerId ?? "",
  id: subjectId,
});

export const settlementKind = defineProposal<Settlement>({
  kind: "payout.settlement",
  text: texts.settlement,
  payload,
  permissions: { read: "disbursement.read", propose: "disbursement.settle", check: "disbursement.settle" },
  tier: "AMOUNT",
  subject: async ({ payload: { loanNumber }, ...proposal }, { reader }) => {
    if (loanNumber) return loanNumber;
    const transfer = await findTransfer(reader, nameOf(proposal));
    return (transfer && (await findLoan(reader, transfer.borrowerId, transfer.subjectId))?.number) ?? "";
  },
  consequences: ({ payload: { deed } }) => ({
    ifConfirmed: texts[`${deed}Follows`],
    ifRefused: texts.settlementRefused,
  }),
  async show(services, reader, proposal) {
    const { deed, bankAccountId } = proposal.payload;
    const transfer = await findTransfer(reader, nameOf(proposal));
    const accounts = await bankAccountsOf(services, reader, proposal.borrowerId ?? "");
    const account = accounts.find(({ id }) => id === (bankAccountId ?? transfer?.bankAccountId));
    return {
      lines: [
        { kind: "TEXT", label: texts.deed, text: texts[deed] },
        ...(account && deed !== "CANCEL"
          ? [
              {
                kind: "TEXT",
                label: texts.toAccount,
                text: `${account.bankName} ${account.masked} ${account.accountName}`,
              } as const,
            ]
          : []),
        ...(transfer?.failureCode ? [{ kind: "ID", label: texts.code, id: transfer.failureCode } as const] : []),
      ],
      to: `/staff/disbursements?transfer=${proposal.subjectId}`,
    };
  },
  carryOut,
  async isStale(_services, reader, proposal) {
    const transfer = await findTransfer(reader, nameOf(proposal));
    if (!transfer?.needsStaff) return true;
    return (await findLoan(reader, transfer.borrowerId, transfer.subjectId))?.state !== "SIGNED";
  },
});

export const settlementAnswers: readonly CallAnswer[] = [
  answer(
    proposeSettlement,
    async ({ transferId, deed, bankAccountId, reason }, { services, trx, principal, refuse }) => {
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
      const loan = await findLoan(trx, transfer.borrowerId, transfer.subjectId);
      const settlementId = await withCodes({ PROPOSAL_OPEN: "SETTLEMENT_OPEN" }, () =>
        propose(services, trx, settlementKind, principal.staff, {
          subjectId: transferId,
          borrowerId: transfer.borrowerId,
          payload: { deed, bankAccountId: account, loanNumber: loan?.number ?? null },
          amount: { rupiah: transfer.amountRupiah, countsWith: `borrower:${transfer.borrowerId}` },
          reason,
        }),
      );
      return { settlementId };
    },
  ),
  answer(checkSettlement, async ({ settlementId, approve }, { services, trx, principal }) => {
    const codes = {
      PROPOSAL_UNKNOWN: "SETTLEMENT_UNKNOWN",
      PROPOSAL_CLOSED: "SETTLEMENT_UNKNOWN",
      PROPOSAL_STALE: "TRANSFER_NOT_FAILED",
    };
    const note = ({ borrowerId }: { borrowerId: string | null }) => {
      if (borrowerId) principal.trail?.note({ borrowerId });
    };
    const { state } = await withCodes(codes, () =>
      decideProposal(
        services,
        trx,
        principal.staff,
        { proposalId: settlementId, approve },
        { kinds: [settlementKind], note },
      ),
    );
    return { state };
  }),
];

/** The open proposals for some transfers, as the list of failed ones shows them. */
export async function openSettlements(
  services: Services,
  reader: Reader,
  transferIds: readonly string[],
): Promise<Map<string, NonNullable<FailedTransfer["proposal"]>>> {
  const rows = await openProposalsOf(reader, settlementKind.kind, transferIds);
  const opened = await openTexts(services.keys, reader, rows);
  return new Map(
    rows.map(({ id, subjectId, payload: written, makerId, madeAt }) => {
      const { deed, bankAccountId } = v.parse(payload, written);
      const reason = opened.get(id)?.reason ?? "";
      return [subjectId, { settlementId: id, deed, bankAccountId, reason, makerId, madeAt: madeAt.toISOString() }];
    }),
  );
}

/** The transfer must still wait: the borrower may have cancelled, or the bank found the money paid after all. @throws Refusal PROPOSAL_STALE */
async function carryOut(
  services: Services,
  trx: Transaction,
  proposal: Proposal<Settlement>,
  checkerId: string,
): Promise<void> {
  const transfer = await lockTransfer(trx, nameOf(proposal));
  if (!transfer?.needsStaff) throw new Refusal("PROPOSAL_STALE");
  const loan = await findLoan(trx, transfer.borrowerId, transfer.subjectId);
  if (loan?.state !== "SIGNED") throw new Refusal("PROPOSAL_STALE");
  await changeTransfer(trx, transfer, { needsStaff: false });
  const { deed, bankAccountId } = proposal.payload;
  if (deed !== "CANCEL") {
    await orderTransfer(services, trx, { ...transfer, bankAccountId: bankAccountId ?? transfer.bankAccountId });
    return;
  }
  const { borrowerId, id: loanId } = loan;
  const moved = await transition(services, trx, {
    borrowerId,
    loanId,
    from: ["SIGNED"],
    to: "CANCELLED",
    actor: `STAFF:${checkerId}`,
    cause: "DISBURSEMENT_FAILED",
    change: { endedAt: services.clock.now(), endReason: "DISBURSEMENT_FAILED" },
  });
  if (!moved) throw new Refusal("PROPOSAL_STALE");
  await giveFundingBack(services, trx, loan, transfer);
  await releaseLimit(services, trx, borrowerId, loanId);
}
